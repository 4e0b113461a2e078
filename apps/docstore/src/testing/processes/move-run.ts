import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { tryJson } from '@bough/base';
import { openMongo, type OpenMongo } from '@bough/service/mongo';
import { DocstoreFailure } from '../../failure.ts';
import { newMap, oldRows } from '../old-rows.ts';
import { ANN } from '../test-maps.ts';
import { newKeys } from './docstore-process.ts';

const COMMANDS = fileURLToPath(new URL('../../commands/main.ts', import.meta.url));
const ROWS_AT_ONCE = 2_500;
const INSERTS_AT_ONCE = 4;
/** Of a hundred documents one is as large as twenty. */
const LARGE_EACH = 100;
const LARGE = 20;

/** What is moved, and how often that is killed. */
export interface MoveRun {
  /** The database of the rows, which is empty. */
  readonly url: string;
  readonly documents: number;
  readonly changes: number;
  readonly kills: number;
  /** A kill comes at most so long after a run has begun to move. */
  readonly killWithinMs: number;
  /** Rows that what is killed reads in a second, so that no kill comes too late on a fast machine; null: as many as it can. */
  readonly perSecond: number | null;
  /** Whether the rows are deleted at the end. */
  readonly isDeleting: boolean;
  readonly say: (line: string) => void;
}

/** What a run came to. */
export interface MoveRan {
  readonly problems: readonly string[];
  /** What the last run of the command said. */
  readonly said: readonly string[];
  /** How many of the kills met a process that was moving. */
  readonly kills: number;
  readonly writingMs: number;
  readonly movingMs: number;
  readonly deletingMs: number;
}

/** Writes rows, moves them with a process that is killed again and again, and holds every document to account; deletes the rows at the end. */
export async function moveRun(run: MoveRun): Promise<MoveRan> {
  const folder = await mkdtemp(join(tmpdir(), 'bough-move-'));
  const mongo = await openMongo(
    { url: run.url, appName: 'bough-rehearsal', answersWithinMs: 600_000, steps: [], stepsIn: 'steps', indexes: [] },
    (message) => new DocstoreFailure(message, { kind: 'unavailable', code: 'docstore/old-rows' }),
  );
  const environment = {
    BOUGH_DATA: folder,
    BOUGH_BLOBS_KEYS: newKeys('first'),
    BOUGH_SECOND: 'folder',
    BOUGH_SECOND_BLOBS_KEYS: newKeys('second'),
    BOUGH_MIGRATE_FROM: run.url,
  };
  try {
    const startedMs = performance.now();
    const wanted = await writeRows(mongo, run);
    const writtenMs = performance.now();
    run.say(`${run.documents} documents with ${run.changes} changes are written`);
    const kills = await killAgain(run, environment);
    const last = await command(environment, 'move-rows');
    const movedMs = performance.now();
    const problems = last.code === 0 ? [] : [`move-rows ended with ${last.code}: ${last.said.join('; ')}`];
    const sum = `${run.documents} documents with ${run.changes} changes moved, each change read back from both locations`;
    if (!last.said.some((line) => line.startsWith(sum))) problems.push(`it did not say: ${sum}`);
    problems.push(...(await heldToAccount(environment, wanted)));
    const checkedMs = performance.now();
    if (run.isDeleting) {
      const deleted = await command(environment, 'delete-moved-rows', '--yes');
      const left = await mongo.db.collection('changes').countDocuments();
      if (deleted.code !== 0 || left > 0) problems.push(`${left} rows were not deleted: ${deleted.said.join('; ')}`);
    }
    const deletingMs = performance.now() - checkedMs;
    return {
      problems,
      said: last.said,
      kills,
      writingMs: writtenMs - startedMs,
      movingMs: movedMs - writtenMs,
      deletingMs,
    };
  } finally {
    await mongo.close();
    await rm(folder, { recursive: true });
  }
}

/** Writes the documents; answers how many changes each has, by its id in Bough. */
async function writeRows({ db }: OpenMongo, { documents, changes }: MoveRun): Promise<ReadonlyMap<string, number>> {
  const parts = documents + (LARGE - 1) * Math.ceil(documents / LARGE_EACH);
  const share = Math.floor(changes / parts);
  const wanted = new Map<string, number>();
  let left = changes;
  let rows: object[] = [];
  const inserting: Promise<unknown>[] = [];
  const insert = async (): Promise<void> => {
    inserting.push(db.collection('changes').insertMany(rows, { ordered: false }));
    rows = [];
    if (inserting.length >= INSERTS_AT_ONCE) await inserting.shift();
  };
  for (let i = 0; i < documents; i++) {
    const count = i === documents - 1 ? left : i % LARGE_EACH === 0 ? share * LARGE : share;
    left -= count;
    const map = newMap();
    wanted.set(map, count);
    for (const { seq, author, at, ops } of oldRows(count))
      rows.push({ document: map, seq, author, at: new Date(Number(at)), ops });
    if (rows.length >= ROWS_AT_ONCE) await insert();
  }
  if (rows.length > 0) await insert();
  await Promise.all(inserting);
  const named = [...wanted.keys()].map((_id) => ({ _id, owner: ANN, title: 'Rows' }));
  await db.collection<{ _id: string }>('documents').insertMany(named, { ordered: false });
  // Made last: that is faster.
  await db.collection('changes').createIndex({ document: 1, seq: 1 }, { unique: true });
  return wanted;
}

/** Begins to move and kills that, again and again; answers how often it was killed while it moved. */
async function killAgain({ kills, killWithinMs, perSecond, say }: MoveRun, environment: Environment): Promise<number> {
  const words = perSecond === null ? [] : ['--per-second', String(perSecond)];
  let killed = 0;
  for (let kill = 0; kill < kills; kill++) {
    const child = start(environment, ['move-rows', ...words]);
    const ended = new Promise<NodeJS.Signals | null>((resolve) =>
      child.once('exit', (_code, signal) => resolve(signal)),
    );
    createInterface({ input: child.stdout }).once('line', (line) => {
      say(line);
      setTimeout(() => child.kill('SIGKILL'), Math.random() * killWithinMs);
    });
    if ((await ended) === 'SIGKILL') killed++;
  }
  return killed;
}

/** Whether both locations are whole and alike, and each document has as many changes as it had rows. */
async function heldToAccount(
  environment: Environment,
  wanted: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const verified = await command(environment, 'verify');
  const findings = verified.said.filter((line) => !line.includes('orphan'));
  if (verified.code !== 0) problems.push(`verify: ${findings.join('; ')}`);
  const listed = await command(environment, 'rebuild-metadata');
  const found = new Map<string, unknown>();
  for (const line of listed.said) {
    const { map, seq } = tryJson(line) as { readonly map: string; readonly seq: unknown };
    found.set(map, seq);
  }
  if (found.size !== wanted.size) problems.push(`there are ${found.size} documents, not ${wanted.size}`);
  for (const [map, count] of wanted)
    if (found.get(map) !== count) problems.push(`${map} has ${String(found.get(map))} changes, not ${count}`);
  return problems;
}

type Environment = Readonly<Record<string, string>>;

function start(environment: Environment, words: readonly string[]) {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [COMMANDS, ...words], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function command(
  environment: Environment,
  ...words: string[]
): Promise<{ readonly code: number | null; readonly said: string[] }> {
  const child = start(environment, words);
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}
