import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { newAddress } from '../../testing/metadata-contract/fixtures.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { newAccount } from '../../testing/visitors/program.ts';
import { samplePath } from '../../testing/sample-requests.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// What whoever shares a map gets to know of those they share it with.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 100 });
});
afterAll(() => world.end());

test('[GW-237] whatever an invited person opens, the inviter sees the same as of an address that nobody has', async () => {
  const owner = await newAccount(world, gateway);
  const map = await owner.makeMap('Invited');
  const [known, unknown] = [newAddress(), newAddress()];
  const invited = await newAccount(world, gateway, known);
  for (const email of [known, unknown]) {
    await owner.must('POST', `/api/maps/${map.id}/invitations`, { email, role: 'edit' });
  }
  const seen = async (): Promise<unknown> => {
    const { members, invitations } = (await owner.must('GET', `/api/maps/${map.id}/sharing`)).json;
    const waiting: readonly { readonly email: string }[] = invitations;
    return [members.length, waiting.map(({ email }) => email).sort()];
  };
  const before = await seen();
  expect(before).toEqual([1, [known, unknown].sort()]);
  for (const route of Object.values(gatewayRoutes)) {
    if (route.method === 'GET') await invited.ask('GET', samplePath(route, map.id));
  }
  expect(await seen()).toEqual(before);
  // By a press it is theirs: they find it among what waits for them, and nobody else does.
  const { invitations } = (await invited.must('GET', '/api/invitations')).json;
  expect(invitations).toMatchObject([{ kind: 'map', title: 'Invited', role: 'edit' }]);
  const stranger = await newAccount(world, gateway);
  expect((await stranger.must('GET', '/api/invitations')).json).toEqual({ invitations: [] });
  const accept = `/api/invitations/${invitations[0].id}/accept`;
  expect((await stranger.ask('POST', accept)).status).toBe(404);
  expect((await invited.must('POST', accept)).json).toEqual({ map: map.id, folder: null });
  expect((await invited.must('GET', '/api/maps')).json.maps).toMatchObject([{ id: map.id, role: 'edit' }]);
  expect(await seen()).toEqual([2, [unknown]]);
});

test('[GW-238] whoever came by a link is known by name, whatever role they are given; an invited one by the address too', async () => {
  const owner = await newAccount(world, gateway);
  const map = await owner.makeMap();
  const [visiting, inviting] = [newAddress(), newAddress()];
  const visitor = await newAccount(world, gateway, visiting);
  await visitor.join((await owner.makeLink(map.id, 'view')).secret);
  const invited = await newAccount(world, gateway, inviting);
  await owner.must('POST', `/api/maps/${map.id}/invitations`, { email: inviting, role: 'view' });
  const { invitations } = (await invited.must('GET', '/api/invitations')).json;
  await invited.must('POST', `/api/invitations/${invitations[0].id}/accept`);
  const sharing = async (): Promise<string> => (await owner.must('GET', `/api/maps/${map.id}/sharing`)).text;
  expect(await sharing()).not.toContain(visiting);
  const { id } = await visitor.person();
  await owner.must('PUT', `/api/maps/${map.id}/members/${id}`, { role: 'edit' });
  expect(await sharing()).not.toContain(visiting);
  expect(await sharing()).toContain((await visitor.person()).name);
  expect(await sharing()).toContain(inviting);
  // Another role changes nothing about that.
  await owner.must('PUT', `/api/maps/${map.id}/members/${(await invited.person()).id}`, { role: 'edit' });
  expect(await sharing()).toContain(inviting);
});

async function secretMailedTo(email: string): Promise<string> {
  const { mails } = (await new Browser(gateway).must('GET', '/api/outbox?limit=200')).json;
  const mail = mails.find(({ to }: { to: string }) => to === email);
  return /\/join#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

test('[GW-503] an invitation to a map in the trash is offered to nobody until the map is back, on no path', async () => {
  const [owner, email] = [await newAccount(world, gateway), newAddress()];
  const invited = await newAccount(world, gateway, email);
  const { id: map } = await owner.makeMap('Binned');
  await owner.must('POST', `/api/maps/${map}/invitations`, { email, role: 'edit' });
  const [invitation] = await world.metadata.invitationsTo(map);
  const waiting = async (): Promise<readonly unknown[]> => [
    (await invited.must('GET', '/api/invitations')).json.invitations.length,
    (await invited.must('GET', '/api/bell')).json.entries.length,
  ];
  expect(await waiting()).toEqual([1, 1]);
  await owner.must('POST', `/api/maps/${map}/trash`);
  expect(await waiting()).toEqual([0, 0]);
  expect(await invited.outcome('POST', `/api/invitations/${invitation?.id}/accept`)).toBe('gateway/absent');
  expect((await invited.join(await secretMailedTo(email))).status).toBe(404);
  await owner.must('POST', `/api/maps/${map}/restore`);
  expect(await waiting()).toEqual([1, 1]);
  await invited.must('POST', `/api/invitations/${invitation?.id}/accept`);
  expect((await invited.must('GET', `/api/maps/${map}`)).json).toMatchObject({ role: 'edit' });
});
