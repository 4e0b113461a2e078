import { ServiceFailure } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import { importFailure } from '../maps/services-away.ts';
import { newAccount, Program } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// Nothing answers where exporter should be.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start();
  return world.end;
});

test('[GW-466] while exporter is away a person reads what happened, that nothing is lost, and what to do', async () => {
  const asker = await Program.of(await newAccount(world, gateway));
  const map = (await asker.ask('POST', '/maps', { title: 'Trip' })).json.id;
  for (const path of ['export/mm', 'export/pdf', 'export/mm/report']) {
    const { status, json } = await asker.ask('GET', `/maps/${map}/${path}`);
    expect([path, status, json]).toEqual([
      path,
      503,
      expect.objectContaining({
        code: 'gateway/export-away',
        message:
          'The file was not created: the part of the server that creates files is not responding. Your map is safe.',
        hint: 'Try again in a minute. If that does not help, tell the administrator of this server.',
      }),
    ]);
  }
  const file = new Uint8Array(Buffer.from('<map><node TEXT="a"/></map>'));
  const { status, json } = await asker.ask('POST', '/imports?name=plan.mm', file);
  expect([status, json]).toEqual([
    503,
    expect.objectContaining({
      code: 'gateway/import-away',
      message: 'Nothing was imported: a part of the server is not responding. Your file has not changed.',
      hint: 'Import it again in a minute. If that does not help, tell the administrator of this server.',
    }),
  ]);
});

test('[GW-466] where others of the same request are maps already, they are told to be kept; what is no silence stays as it is', () => {
  const late = new ServiceFailure('The answer took too long.', { kind: 'unavailable', code: 'service/deadline' });
  expect(importFailure(late, true)).toMatchObject({
    code: 'gateway/import-away',
    message:
      'It was not imported: a part of the server is not responding. The maps that were imported before are kept.',
    cause: late,
  });
  const refused = new ServiceFailure('No.', { kind: 'invalid', code: 'docstore/malformed' });
  expect(importFailure(refused, false)).toBe(refused);
});
