import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openFolderStore } from './folder-store.ts';
import { testPorts } from '../testing/test-ports.ts';

const RACER = fileURLToPath(new URL('../testing/racer.ts', import.meta.url));

interface Run {
  readonly won: string[];
  readonly ended: Promise<unknown>;
  kill(): void;
}

function race(folder: string, name: string, turns: number, how: 'plain' | 'changing' = 'plain'): Run {
  const args = [RACER, folder, name, String(turns), how];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const won: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    won.push(...lines);
  });
  return { won, ended: once(child, 'close'), kill: () => child.kill('SIGKILL') };
}

async function linesIn(folder: string): Promise<readonly string[]> {
  const store = await openFolderStore(testPorts, { folder });
  const written = await store.get('race');
  store.close();
  return Buffer.from(written?.bytes ?? [])
    .toString()
    .replaceAll('#', '')
    .trimEnd()
    .split('\n');
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bough-race-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('[BLOB-1] of 50 racers in 5 processes each win counts once, and none is lost', async () => {
  await withFolder(async (folder) => {
    const runs = ['a', 'b', 'c', 'd', 'e'].map((name) => race(folder, name, 2));
    await Promise.all(runs.map((run) => run.ended));
    const lines = await linesIn(folder);
    expect(lines.toSorted()).toEqual(runs.flatMap((run) => run.won).toSorted());
    expect(lines).toHaveLength(100);
  });
}, 60_000);

test('[BLOB-1] no win is lost where rows and files take each other’s place', async () => {
  await withFolder(async (folder) => {
    const runs = ['a', 'b', 'c'].map((name) => race(folder, name, 3, 'changing'));
    await Promise.all(runs.map((run) => run.ended));
    const lines = await linesIn(folder);
    expect(lines.toSorted()).toEqual(runs.flatMap((run) => run.won).toSorted());
    expect(lines).toHaveLength(90);
  });
}, 60_000);

test('[BLOB-1] an object that is removed while it is being replaced for the first time is gone', async () => {
  await withFolder(async (folder) => {
    const store = await openFolderStore(testPorts, { folder });
    const made = await store.createIfAbsent('a', Buffer.from('made'));
    const replacing = store.replaceIf('a', made.kind === 'written' ? made.etag : '', Buffer.from('replaced'));
    // Now it has found that there is no row, and has looked at the file; what it does next waits for another process.
    await new Promise((resolve) => setImmediate(resolve));
    const other = new DatabaseSync(join(folder, '.journal', 'objects.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const removing = store.remove('a');
    await Promise.race([removing, setTimeout(300)]);
    other.close();
    const [{ kind }] = await Promise.all([replacing, removing]);
    expect([kind, await store.get('a')]).toEqual(['written', null]);
    store.close();
  });
});

test('[BLOB-1] a row that is replaced while it becomes a file is not lost: one of both wins', async () => {
  await withFolder(async (folder) => {
    const [one, other] = [await openFolderStore(testPorts, { folder }), await openFolderStore(testPorts, { folder })];
    for (let round = 0; round < 20; round++) {
      const key = `a/${round}`;
      const made = await one.createIfAbsent(key, Buffer.from('made'));
      const row = await one.replaceIf(key, made.kind === 'written' ? made.etag : '', Buffer.from('row'));
      const etag = row.kind === 'written' ? row.etag : '';
      const large = one.replaceIf(key, etag, Buffer.alloc(300_000));
      // The file is there, and the row hides it still.
      while (statSync(join(folder, key)).size < 300_000) await new Promise((resolve) => setImmediate(resolve));
      const outcomes = await Promise.all([large, other.replaceIf(key, etag, Buffer.from('small'))]);
      const isLarge = (await other.get(key))?.bytes.length === 300_000;
      expect(outcomes.map(({ kind }) => kind)).toEqual(isLarge ? ['written', 'refused'] : ['refused', 'written']);
    }
    one.close();
    other.close();
  });
});

test('[BLOB-2] processes killed in the middle leave no lock, no half object, and take no win back', async () => {
  await withFolder(async (folder) => {
    const victims = ['a', 'b'].map((name) => race(folder, name, 1_000));
    for (let killed = 0; killed < victims.length;) {
      const next = victims[killed];
      if ((next?.won.length ?? 0) >= 20) victims[killed++]?.kill();
      else await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(victims.map((run) => run.ended));
    const survivor = race(folder, 'c', 1);
    await survivor.ended;
    const lines = await linesIn(folder);
    const acknowledged = [...victims, survivor].flatMap((run) => run.won);
    expect(survivor.won).toHaveLength(10);
    expect(acknowledged.length).toBeGreaterThan(40);
    expect(new Set(lines).size).toBe(lines.length);
    expect(acknowledged.filter((line) => !lines.includes(line))).toEqual([]);
  });
}, 60_000);
