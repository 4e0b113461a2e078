import { VirtualClock } from '@bough/base/testing';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { newMapId } from '../../testing/metadata-contract/fixtures.ts';
import { observed } from '../../testing/observed.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { newAccount, Program } from '../../testing/visitors/program.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { until } from '../../testing/until.ts';
import { openWorld, type World } from '../../testing/world.ts';
import { asTitle, Titles } from './titles.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  return world.end;
});

test('[GW-34] a title that is typed is written at once, then every few seconds, and never lost', async () => {
  const clock = new VirtualClock();
  const written: string[] = [];
  const troubles: unknown[] = [];
  const write = async (_map: unknown, title: string): Promise<void> => {
    if (title === 'fails') throw new Error('away');
    written.push(title);
  };
  const titles = new Titles({ clock, write, onTrouble: (error) => troubles.push(error) });
  const [map, other] = [newMapId(), newMapId()];
  for (const title of ['T', 'Ti', 'Tit', 'Title']) titles.changed(map, title);
  expect(written).toEqual(['T']);
  titles.changed(other, 'another');
  clock.advance(5_000);
  expect(written).toEqual(['T', 'another', 'Title']);
  titles.changed(map, 'Titles');
  await titles.flush();
  expect(written.at(-1)).toBe('Titles');
  clock.advance(60_000);
  expect(clock.nextDueMs()).toBeNull();
  titles.changed(map, 'fails');
  titles.changed(map, 'after');
  clock.advance(60_000);
  await titles.flush();
  expect(written).toEqual(['T', 'another', 'Title', 'Titles', 'after']);
  expect(troubles).toHaveLength(1);
});

test('[GW-34] 300 edits, titles among them, cost under 0.01 writes of the database each', async () => {
  const { metadata, calls } = observed(world.metadata);
  const gateway = await world.start({ limitsFactor: 1_000 }, metadata);
  const browser = await Browser.guest(gateway);
  const map = await browser.makeMap('Before');
  const socket = await PageSocket.join(browser, map.id);
  calls.length = 0;
  for (let round = 0; round < 15; round++) {
    const changes = Array.from({ length: 20 }, (_each, n) => {
      const title = { kind: 'settings', fields: { title: `Title ${round}` } };
      return n === 7 ? [title] : [addItem(`item ${round} ${n}`)];
    });
    const counters = socket.submitAll(changes);
    await until(() => counters.every((counter) => socket.outcome(counter) === 'kept'));
  }
  expect(socket.seq).toBe(301);
  world.clock.jump(5_000);
  await until(async () => (await browser.must('GET', `/api/maps/${map.id}`)).json.title === 'Title 14');
  await socket.close();
  // Who changed it last is written once everybody has left; its words wait.
  await until(() => calls.includes('setChanged'));
  expect(calls.filter((name) => /^(set|add|put|remove|try|use|end)/.test(name)).length).toBeLessThanOrEqual(3);
});

test('[GW-34] a rename in the list is one in the map, and everybody in the room sees it', async () => {
  const gateway = await world.start();
  const browser = await Browser.guest(gateway);
  const map = await browser.makeMap('Before');
  const socket = await PageSocket.join(browser, map.id);
  const renamed = await browser.must('PUT', `/api/maps/${map.id}`, { title: 'After' });
  expect(renamed.json.title).toBe('After');
  await until(() => JSON.stringify(socket.frames).includes('"title":"After"'));
  expect((await browser.must('GET', `/api/maps/${map.id}/document`)).text).toContain('After');
  socket.submit([{ kind: 'settings', fields: { title: 'At last' } }]);
  await until(() => socket.seq === 3);
  await gateway.drain(2_000);
  expect((await world.metadata.map(map.id))?.title).toBe('At last');
});

test('[GW-499] a title that a program gives a map reaches lists and search, with nobody in the room', async () => {
  const gateway = await world.start({ limitsFactor: 1_000 });
  const owner = await newAccount(world, gateway);
  const { id } = await owner.makeMap('By hand');
  const program = await Program.of(owner);
  const titled = (title: string): unknown => ({ ops: [{ kind: 'settings', fields: { title } }] });
  const listed = async (): Promise<string> => (await owner.must('GET', '/api/maps')).json.maps[0].title;
  expect((await program.ask('POST', `/maps/${id}/changes`, titled('By program'))).status).toBe(200);
  await until(async () => (await listed()) === 'By program');
  await owner.must('POST', `/api/maps/${id}/changes`, titled('By script'));
  world.clock.jump(6_000);
  await until(async () => (await listed()) === 'By script');
  await until(async () => (await owner.must('GET', '/api/search?q=script')).text.includes(id));
});

test('[GW-591] a title that a program wrote, with control characters or endless, is shown as a line', async () => {
  expect(asTitle('Trip\u0007 to\nOslo\u2028')).toBe('Trip  to Oslo ');
  expect(asTitle(`${'x'.repeat(499)}\u{1F333}`)).toBe(`${'x'.repeat(499)}\uFFFD`);
  const written: string[] = [];
  const titles = new Titles({
    clock: new VirtualClock(),
    write: async (_, title) => void written.push(title),
    onTrouble: () => expect.unreachable(),
  });
  titles.changed(newMapId(), 'x'.repeat(600));
  expect(written).toEqual(['x'.repeat(500)]);
});
