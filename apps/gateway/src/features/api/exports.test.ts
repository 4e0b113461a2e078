import { exportReport } from '@bough/contracts';
import { beforeAll, expect, test } from 'vitest';
import { addItem } from '../../testing/visitors/ops.ts';
import { newAccount, Program } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer', 'exporter']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

async function mapWithColours(): Promise<{ readonly program: Program; readonly path: string; readonly item: string }> {
  const program = await Program.of(await newAccount(world, gateway));
  const { id } = (await program.ask('POST', '/maps', { title: 'Rivers' })).json;
  const item = addItem('Elbe');
  if (item.kind !== 'add') throw new Error('no item');
  const colour = { kind: 'set', id: item.id, fields: { colour: '#a0b1c2' } };
  const changed = await program.ask('POST', `/maps/${id}/changes`, { ops: [item, colour] });
  expect(changed.status).toBe(200);
  return { program, path: `/maps/${id}`, item: item.id };
}

test('[GW-434] a file leads to the report on what it does not hold, which can be read before it', async () => {
  const { program, path, item } = await mapWithColours();
  const before = await program.ask('GET', `${path}/export/outline/report?branch=${item}`);
  expect(exportReport(before.json)).toMatchObject({ ok: true });
  expect(before.json.notes).toEqual([
    { kind: 'lost', what: 'Indented text has no place for: colour.', count: 1, example: 'Elbe' },
  ]);
  const file = await program.ask('GET', `${path}/export/outline?branch=${item}`);
  expect(file.text).toBe('Elbe\n');
  const link = /^<([^>]+)>; rel="describedby"$/.exec(String(file.headers['link']))?.[1] ?? '';
  const base = `http://bough.example/api/v1${path}/export/outline?branch=${item}`;
  const { pathname, search } = new URL(link, base);
  expect(pathname + search).toBe(`/api/v1${path}/export/outline/report?branch=${item}`);
  expect((await program.ask('GET', `${pathname}${search}`.replace('/api/v1', ''))).json).toEqual(before.json);
  // The address goes into a header: whatever a query says, it is one line.
  const odd = await program.ask('GET', `${path}/export/outline?branch=${item}&theme=light&x=%0D%0A<`);
  expect(odd.status).toBe(400);
});

test('[GW-434] a PNG tells how many pixels were asked for and how many it has', async () => {
  const { program, path } = await mapWithColours();
  const { size } = (await program.ask('GET', `${path}/export/png/report?scale=3`)).json;
  expect(size.written).toEqual(size.asked);
  expect(size.asked.width).toBeGreaterThan(100);
});

test('[GW-435] a branch that the map does not have is 404, in words of the API', async () => {
  const { program, path } = await mapWithColours();
  for (const address of ['/export/svg', '/export/opml', '/export/opml/report']) {
    const answer = await program.ask('GET', `${path}${address}?branch=AAAAAAAAAAAA`);
    expect([answer.status, answer.json.code]).toEqual([404, 'exporter/no-branch']);
    expect(answer.json.message).toBe('This map has no item with the id that `branch` names.');
  }
});

test('[GW-435] a number that the map does not have is 404, in words of the API', async () => {
  const { program, path } = await mapWithColours();
  for (const address of ['/document', '/export/svg', '/export/mm', '/export/mm/report']) {
    const answer = await program.ask('GET', `${path}${address}?at=999999`);
    expect([address, answer.status, answer.json.code]).toEqual([address, 404, 'gateway/no-such-number']);
    expect(answer.json.message).toBe('The map has no change with the number that `at` names.');
    expect(JSON.stringify(answer.json)).not.toMatch(/bloblog|the log/);
  }
});
