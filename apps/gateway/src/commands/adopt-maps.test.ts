import { platformIds } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import { commandParts } from '../testing/command-parts.ts';
import { newMailAddress, signedIn } from '../testing/visitors/mail.ts';
import { openWorld, type RunningGateway, type World } from '../testing/world.ts';
import { adoptMaps } from './adopt-maps.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['mailer', 'docstore']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

async function adopt(...lines: readonly (object | string)[]): Promise<readonly [number, string]> {
  const said: string[] = [];
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return [await adoptMaps.run(commandParts(world, said, input), []), said.join('\n')];
}

test('[GW-565] maps that moved here get their owner, by address or id, once, and are in their list', async () => {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  const { id: owner } = await browser.person();
  const [map, other] = [platformIds.long(), platformIds.long()];
  const lines = [
    { map, title: 'Rivers', owner: email.toUpperCase() },
    { map: other, title: '', owner },
  ];
  expect(await adopt(...lines)).toEqual([0, '2 maps have their owner now, 0 had one before, 0 have none']);
  const { maps } = (await browser.must('GET', '/api/maps')).json;
  expect(maps).toHaveLength(2);
  expect(maps).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: map, title: 'Rivers', role: 'own' }),
      expect.objectContaining({ id: other, role: 'own' }),
    ]),
  );
  expect(await adopt(...lines)).toEqual([0, '0 maps have their owner now, 2 had one before, 0 have none']);
});

test('[GW-566] a line whose owner nobody is, or that is none, is said, and a map that somebody has stays theirs', async () => {
  const [ann, bob] = [await signedIn(gateway, newMailAddress()), newMailAddress()];
  const bobs = await signedIn(gateway, bob);
  const { id: mine } = await ann.makeMap();
  const [code, said] = await adopt(
    { map: mine, title: 'Mine now', owner: bob },
    { map: platformIds.long(), title: '', owner: newMailAddress() },
    { map: platformIds.long(), title: '', owner: platformIds.long() },
    { map: 'rivers', title: '', owner: bob },
    'no line at all',
  );
  expect(code).toBe(1);
  expect(said.split('\n')).toEqual([
    expect.stringContaining('npm run bough -- add-person'),
    expect.stringContaining('nobody is'),
    expect.stringContaining('is no line of list-rows'),
    '"no line at all" is no line of list-rows',
    '0 maps have their owner now, 1 had one before, 4 have none',
  ]);
  expect((await bobs.must('GET', '/api/maps')).json.maps).toEqual([]);
});

test('[GW-565] a map that a kill left without its owner gets them', async () => {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  const { id: owner } = await browser.person();
  const { id: map } = await browser.makeMap();
  await world.metadata.removeGrants(map, owner);
  expect((await adopt({ map, title: '', owner: email }))[1]).toContain('1 maps have');
  expect((await browser.must('GET', `/api/maps/${map}`)).json.role).toBe('own');
});
