import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { must } from '@bough/base';
import { object, opaque, text } from '@bough/contracts';
import { expect, test } from 'vitest';
import type { Browser } from '../testing/visitors/browser.ts';
import { drawerOf } from '../testing/visitors/drawer.ts';
import { newcomer, signedIn } from '../testing/visitors/mail.ts';
import { Program } from '../testing/visitors/program.ts';
import { until } from '../testing/until.ts';
import { addItem } from '../testing/visitors/ops.ts';
import { PageSocket } from '../testing/visitors/page-socket.ts';
import { newFolder, startedBough } from '../testing/running/started-bough.ts';
import { operator, WholeBough } from '../testing/running/whole-bough.ts';

// The data folder that each release left behind, killed as it ran, is opened by the present version on the processes of production.
// infra/data-folders/make.mjs makes such a folder of a release; what stood in it is in the file beside it.

const FOLDERS = fileURLToPath(new URL('../../../../infra/data-folders/', import.meta.url));
const RELEASES = readdirSync(FOLDERS).flatMap((name) =>
  name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : [],
);
const SOON = { timeout: 20_000 };
const LONG_MS = 180_000;
/** Once these folders are old, what is in their trash is not removed by the way. */
const KEEPING = { BOUGH_TRASH_DAYS: '100000' };

const words = text({ min: 1, max: 1_000 });
const id = opaque;
const kept = object({
  ...{ annAt: words, boAt: words, password: words, token: words, map: id, trashed: id, small: id, hash: words },
  ...{ folder: id, link: words },
});
type Kept =
  ReturnType<typeof kept> extends infer R
    ? R extends { readonly ok: true; readonly value: infer V }
      ? V
      : never
    : never;

interface Counted {
  readonly client: string;
  readonly author: string;
  readonly counter: number;
}

function unpacked(release: string): { readonly data: string; readonly was: Kept } {
  const top = newFolder();
  const done = spawnSync('tar', ['-xzf', join(FOLDERS, `${release}.tar.gz`), '-C', top]);
  expect(done.status).toBe(0);
  const { facts: _facts, ...rest } = JSON.parse(readFileSync(join(FOLDERS, `${release}.json`), 'utf8'));
  return { data: join(top, 'data'), was: must(kept(rest)) };
}

/** Everything that stood in the folder. */
async function lookAtAll(bough: WholeBough, was: Kept): Promise<Browser> {
  const ann = await newcomer(bough);
  await ann.must('POST', '/api/session/password', { email: was.annAt, password: was.password });
  const bo = await signedIn(bough, was.boAt);
  expect((await ann.must('GET', '/api/maps')).json.maps).toMatchObject([
    { id: was.map, title: 'Garden', role: 'own', folder: was.folder, tags: ['green'] },
  ]);
  expect((await ann.must('GET', '/api/maps?show=trash')).json.maps).toMatchObject([
    { id: was.trashed, title: 'Weeds' },
  ]);
  expect((await ann.must('GET', '/api/folders')).json.folders).toMatchObject([{ id: was.folder, name: 'Outside' }]);
  const titles = (await bo.must('GET', '/api/maps')).json.maps.map((each: { title: string }) => each.title);
  expect(titles.toSorted()).toEqual(['Garden', 'Shed']);
  expect((await ann.must('GET', `/api/maps/${was.map}/versions`)).json.versions).toMatchObject([
    { seq: 3, name: 'In May' },
  ]);
  expect((await ann.must('GET', `/api/maps/${was.map}/assets/${was.hash}`)).bytes.length).toBeGreaterThan(50);
  const sharing = (await ann.must('GET', `/api/maps/${was.map}/sharing`)).json;
  expect(sharing.invitations).toMatchObject([{ email: 'later@example.test', role: 'view' }]);
  expect(sharing.members.length).toBeGreaterThanOrEqual(3);
  const program = new Program(bough.gateway, was.token);
  expect((await program.ask('GET', '/me')).json).toMatchObject({ person: { name: 'Ann Lee' }, email: was.annAt });
  const guest = await newcomer(bough);
  expect((await guest.join(was.link)).status).toBeLessThan(300);
  return ann;
}

test.each(RELEASES)(
  '[GW-156] the data folder that Bough %s left behind opens, loses nothing, and takes changes',
  async (release) => {
    const { data, was } = unpacked(release);
    const first = await startedBough(data, KEEPING);
    const ann = await lookAtAll(first, was);
    const drawer = await drawerOf(ann, was.map);
    const { items, threads } = drawer.client.map;
    const beds = Array.from({ length: 20 }, (_each, at) => `bed ${at}`);
    expect([...items.values()].map(({ text: each }) => each)).toEqual(expect.arrayContaining(['roses', ...beds]));
    expect([...items.values()].filter(({ text: each, note }) => each === 'long' && note.length === 4_000)).toHaveLength(
      21,
    );
    expect([...threads.values()].flatMap(({ comments }) => comments.map((comment) => comment.text))).toEqual([
      '@Ann the roses',
    ]);
    drawer.draw('after the upgrade');
    await expect.poll(() => drawer.client.status.unsent, SOON).toBe(0);
    drawer.stop();
    await ann.must('POST', `/api/maps/${was.trashed}/restore`);
    await ann.must('POST', `/api/maps/${was.trashed}/trash`);
    await first.end('SIGTERM');
    const verified = await operator(data, ['verify']);
    expect(verified.said).toContain('3 documents read, 0 findings');
    const second = await startedBough(data, KEEPING);
    const again = await drawerOf(await lookAtAll(second, was), was.map);
    expect([...again.client.map.items.values()].map(({ text: each }) => each)).toContain('after the upgrade');
    expect(again.wrongs).toEqual([]);
  },
  LONG_MS,
);

test.each(RELEASES)(
  '[GW-218] unsent changes of a page that Bough %s served arrive once each, whatever of them had arrived',
  async (release) => {
    const { data, was } = unpacked(release);
    const bough = await startedBough(data, KEEPING);
    const ann = await newcomer(bough);
    await ann.must('POST', '/api/session/password', { email: was.annAt, password: was.password });
    const { id: person } = await ann.person();
    const path = `/api/maps/${was.map}/changes?from=1&to=1000`;
    const before: readonly Counted[] = (await ann.must('GET', path)).json.changes;
    const last = before.findLast(({ author }) => author === person);
    if (last === undefined) throw new Error('Ann has changed the map');
    // Under her client of then: what it had sent when the server was upgraded, and what it had not.
    const page = await PageSocket.join(ann, was.map, last.client);
    expect(page.frames.find(({ kind }) => kind === 'welcome')).toMatchObject({ counter: last.counter });
    const again = [last.counter, last.counter + 1].map((counter) => ({ counter, ops: [addItem(`once ${counter}`)] }));
    page.send({ kind: 'submit', base: before.length, changes: again });
    await until(() => page.outcome(last.counter + 1) !== null);
    page.send({ kind: 'submit', base: before.length, changes: again });
    expect(page.outcome(last.counter + 1)).toBe('kept');
    page.skipTo(last.counter + 1);
    expect(await page.change([addItem('new')])).toBe('kept');
    const after: readonly Counted[] = (await ann.must('GET', path)).json.changes;
    const own = after.filter(({ client, author }) => client === last.client && author === person);
    expect(own.map(({ counter }) => counter)).toEqual([last.counter, last.counter + 1, last.counter + 2]);
    expect(after).toHaveLength(before.length + 2);
    await page.close();
  },
  LONG_MS,
);
