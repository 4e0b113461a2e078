import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { ExporterFailure } from '../exporter-failure.ts';
import { document } from '../testing/maps.ts';
import { endAll, rendererOf } from '../testing/world.ts';
import { DRAW_FLAGS } from './draw-process.ts';
import type { Progress } from './renderer.ts';

afterEach(endAll);

const job = (title: string, items: number) =>
  ({ document: document(title, items), theme: 'light', part: 'whole', format: 'svg' }) as const;

/** Whether the process of that id is there and does not merely wait to be buried. */
function lives(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test('[EXP-4] who leaves costs nothing more: the process stops what it did, and the next in line gets it', async () => {
  const renderer = rendererOf();
  const gone = new AbortController();
  const running = renderer.render(job('large', 6_000), { signal: gone.signal });
  const waiting = renderer.render(job('small', 2), { signal: gone.signal });
  const { signal } = new AbortController();
  const kept = renderer.render(job('kept', 2), { signal });
  const { pids } = renderer;
  gone.abort(new Error('left'));
  await expect(running).rejects.toThrow('left');
  await expect(waiting).rejects.toThrow('left');
  expect((await kept).title).toBe('kept');
  expect(renderer.pids).toEqual(pids);
  expect(renderer.load).toEqual({ waiting: 0, working: 0 });
});

test('[EXP-4] one that does not stop in time is ended, and the next in line gets another', async () => {
  const renderer = rendererOf({ stopMs: 1 });
  const gone = new AbortController();
  const running = renderer.render(job('large', 6_000), { signal: gone.signal });
  const { signal } = new AbortController();
  const kept = renderer.render(job('kept', 2), { signal });
  const [pid = 0] = renderer.pids;
  expect(lives(pid)).toBe(true);
  gone.abort(new Error('left'));
  await expect(running).rejects.toThrow('left');
  expect((await kept).title).toBe('kept');
  expect(renderer.pids).not.toContain(pid);
  await expect.poll(() => lives(pid)).toBe(false);
});

test('[EXP-4] whose turn it was first is first, however long its map took to come', async () => {
  const renderer = rendererOf();
  const { signal } = new AbortController();
  const early = renderer.turn();
  const ended: string[] = [];
  const ask = async (name: string, turn?: number) => {
    await renderer.render(job(name, 2), { signal, ...(turn === undefined ? {} : { turn }) });
    ended.push(name);
  };
  await Promise.all([ask('first'), ask('late'), ask('early', early)]);
  expect(ended).toEqual(['first', 'early', 'late']);
});

test('[EXP-4] each is told how many are before it, each time that it is one less, and when it is its turn; cards go first', async () => {
  const renderer = rendererOf();
  const { signal } = new AbortController();
  const told: Record<string, Progress[]> = { first: [], second: [], third: [], card: [] };
  const ask = (name: string, isUrgent = false) =>
    renderer.render(job(name, 2), { signal, isUrgent, onProgress: (progress) => told[name]?.push(progress) });
  const ended: string[] = [];
  const all = [ask('first'), ask('second'), ask('third'), ask('card', true)];
  await Promise.all(all.map(async (one) => ended.push((await one).title)));
  expect(ended).toEqual(['first', 'card', 'second', 'third']);
  const waiting = (ahead: number): Progress => ({ state: 'waiting', ahead });
  expect(told).toEqual({
    first: [{ state: 'working' }],
    second: [waiting(1), waiting(2), waiting(1), { state: 'working' }],
    third: [waiting(2), waiting(3), waiting(2), waiting(1), { state: 'working' }],
    card: [waiting(1), { state: 'working' }],
  });
});

test('[EXP-29] nobody has two of several places at once, and who was served longest ago is next', async () => {
  const renderer = rendererOf({ processes: 2, mostWaiting: 6 });
  const { signal } = new AbortController();
  const begun: string[] = [];
  const ask = (name: string, by: string) =>
    renderer.render(job(name, 2), {
      ...{ signal, by },
      onProgress: ({ state }) => void (state === 'working' && begun.push(name)),
    });
  const all = [ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a'), ask('b1', 'b'), ask('c1', 'c')];
  expect(begun).toEqual(['a1', 'b1']);
  const fourth = ask('a4', 'a');
  // Half of the queue is theirs.
  await expect(ask('a5', 'a')).rejects.toMatchObject({ code: 'exporter/busy' });
  await Promise.all([...all, fourth, ask('d1', 'd')]);
  expect(begun.slice(2, 4)).toEqual(['c1', 'd1']);
  expect(begun.slice(4)).toEqual(['a2', 'a3', 'a4']);
});

test('[EXP-5] a full queue says so at once', async () => {
  const renderer = rendererOf({ mostWaiting: 1 });
  const { signal } = new AbortController();
  const [first, second] = [renderer.render(job('one', 2), { signal }), renderer.render(job('two', 2), { signal })];
  const third = renderer.render(job('three', 2), { signal });
  await expect(third).rejects.toMatchObject({ code: 'exporter/busy', kind: 'unavailable' });
  await Promise.all([first, second]);
});

test('[EXP-6] a process that breaks fails its job and no other', async () => {
  const renderer = rendererOf({ entry: new URL('../testing/breaks.ts', import.meta.url) });
  const { signal } = new AbortController();
  const failed = renderer.render(job('one', 2), { signal });
  await expect(failed).rejects.toBeInstanceOf(ExporterFailure);
  await expect(failed).rejects.toMatchObject({ code: 'exporter/render-broke' });
  await expect(renderer.render(job('two', 2), { signal })).rejects.toMatchObject({ code: 'exporter/render-broke' });
});

test('[EXP-6] one that ran out of memory says that the map is too large, and what helps', async () => {
  const renderer = rendererOf({ entry: new URL('../testing/runs-out.ts', import.meta.url) });
  const { signal } = new AbortController();
  const failed = renderer.render(job('Rivers', 2), { signal });
  await expect(failed).rejects.toMatchObject({
    code: 'exporter/large-map',
    kind: 'invalid',
    hint: expect.stringContaining('branch'),
  });
});

test('[EXP-6] what takes longer than anything may is ended', async () => {
  const renderer = rendererOf({ longestMs: 20 });
  const { signal } = new AbortController();
  const slow = renderer.render(job('large', 3_000), { signal });
  await expect(slow).rejects.toMatchObject({ code: 'exporter/too-slow', kind: 'unavailable' });
  expect(renderer.pids).toEqual([]);
});

test('[EXP-10] what draws may open no connection, start no process, write no file', () => {
  const tried = `
    const said = [];
    const attempt = async (name, work) => { try { await work(); said.push(name + ' worked'); } catch (error) { said.push(error.code ?? 'refused'); } };
    const net = await import('node:net');
    await attempt('connect', () => new Promise((resolve, reject) => net.connect(9, '127.0.0.1').once('connect', resolve).once('error', reject)));
    await attempt('fetch', () => fetch('http://127.0.0.1:9/'));
    await attempt('spawn', async () => (await import('node:child_process')).spawnSync('true'));
    await attempt('write', async () => (await import('node:fs')).writeFileSync('/tmp/bough-must-not-be', ''));
    console.log(said.join(' '));`;
  const { stdout } = spawnSync(process.execPath, [...DRAW_FLAGS, '--input-type=module', '-e', tried], {
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe('ERR_ACCESS_DENIED refused ERR_ACCESS_DENIED ERR_ACCESS_DENIED');
});

/** Numbers of the cores that a process may use. */
function coresOf(of: string | number): readonly number[] {
  return (/^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync(`/proc/${of}/status`, 'utf8'))?.[1] ?? '')
    .split(',')
    .flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    });
}

/** How many threads it has beside the one that draws for what the engine does meanwhile. */
function helpersOf(pid: number): number {
  const names = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8'),
  );
  return names.filter((name) => name.includes('V8Worker')).length;
}

/** Whether each of its threads takes no core from anybody when it wakes: Linux's policy 3. */
function isBatch(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).every((thread) => {
    const fields = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[38] === '3';
  });
}

const hasCoreTools = existsSync('/usr/bin/taskset') && existsSync('/usr/bin/chrt');

test('[EXP-16] what draws has the lowest priority and one helper, takes no core from anybody, and leaves the first of several cores alone while others wait', async () => {
  // Beside other tests it may be left nothing: what is looked at is there before it has done anything.
  const renderer = rendererOf({ way: 'always', patienceMs: 30_000, stopMs: 60_000 });
  const gone = new AbortController();
  const files = [1, 2].map(() => renderer.render(job('large', 6_000), { signal: gone.signal }));
  const ended = Promise.allSettled(files);
  const [pid = 0] = renderer.pids;
  expect(getPriority(pid)).toBe(19);
  if (hasCoreTools) {
    await expect.poll(() => isBatch(pid)).toBe(true);
    await expect.poll(() => helpersOf(pid)).toBe(1);
    const ours = coresOf('self');
    await expect.poll(() => coresOf(pid)).toEqual(ours.length > 1 ? ours.slice(1) : ours);
    gone.abort(new Error('left'));
    await expect.poll(() => coresOf(pid)).toEqual(ours);
  }
  gone.abort(new Error('left'));
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('[EXP-26] beside somebody who never rests a file is made nevertheless, by a process that gives way less', async () => {
  if (!hasCoreTools) return;
  const renderer = rendererOf({ way: 'always', patienceMs: 500 });
  const { signal } = new AbortController();
  const core = String(coresOf('self').at(-1));
  const never = 'process.stdout.write("."); for (;;);';
  const busy = spawn('taskset', ['-c', core, process.execPath, '-e', never], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await once(busy.stdout, 'data');
    const made = renderer.render(job('one', 2), { signal });
    const [pid = 0] = renderer.pids;
    spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', core, String(pid)]);
    expect((await made).title).toBe('one');
    expect(renderer.pids).not.toContain(pid);
    expect(renderer.pids.map(isBatch)).toEqual([false]);
  } finally {
    busy.kill('SIGKILL');
  }
  // The next file is made there too, since the machine has hardly come to rest.
  const { pids } = renderer;
  await renderer.render(job('next', 2), { signal });
  expect(renderer.pids).toEqual(pids);
}, 60_000);
