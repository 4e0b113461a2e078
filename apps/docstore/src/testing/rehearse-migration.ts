import { answersTcp, bringServer, startProgram } from '@bough/house/servers';
import { type MoveRan, moveRun } from './processes/move-run.ts';

// npm run rehearse-migration -- [DOCUMENTS CHANGES KILLS]
//
// Writes so many documents with so many change rows into a MongoDB (10,000, 1,000,000 and 20 when nothing is said), moves them with a process that is killed
// with SIGKILL that often, and holds every document to account: each change compared with its row by move-rows, both locations by verify, the number of
// changes of each document by this program; then deletes the rows, of the stand-in 100,000 at most. The database is the one that BOUGH_TEST_MONGODB_URL names, or its stand-in, in memory: its
// speed says nothing of MongoDB's. Exit code 1 when a bar is missed.

/** It deletes a row in a millisecond. */
const STAND_IN_DELETES = 100_000;
const KILL_WITHIN_MS = 12_000;
const MINUTE_MS = 60_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The MongoDB that is named, or the stand-in without a disk, which is faster. */
async function start(): Promise<{
  readonly url: string;
  readonly isStandIn: boolean;
  readonly stop: () => Promise<void>;
}> {
  const found = await bringServer('mongodb', say);
  if (found.kind === 'missing') throw new Error(`${found.why} ${found.howTo}`);
  if (process.env['BOUGH_TEST_MONGODB_URL'] !== undefined) {
    const { url: server, database, stop } = await found.start();
    const url = new URL(server);
    url.pathname = `/${database}`;
    return { url: url.href, isStandIn: false, stop };
  }
  const { place, stop } = await startProgram({
    name: 'mongodb',
    command: found.from,
    args: ({ port }) => ['--host', '127.0.0.1', '--port', String(port)],
    isReady: ({ port }) => answersTcp(port),
  });
  return { url: `mongodb://127.0.0.1:${place.port}/rows`, isStandIn: true, stop };
}

/** Prints a figure with its bar; answers whether it holds. */
function judged(
  name: string,
  value: number,
  unit: string,
  bar: { readonly atMost: number } | { readonly atLeast: number },
): boolean {
  const holds = 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast;
  const said = 'atMost' in bar ? `at most ${bar.atMost}` : `at least ${bar.atLeast}`;
  say(`  ${holds ? 'holds' : 'FALLS SHORT'}: ${name}: ${value} ${unit}`.trimEnd().concat(` (bar: ${said})`));
  return holds;
}

function sayRan({ said, writingMs, movingMs, deletingMs }: MoveRan): void {
  for (const line of said) say(`  ${line}`);
  const [writing, moving, deleting] = [writingMs, movingMs, deletingMs].map((ms) => (ms / MINUTE_MS).toFixed(1));
  const rows = deletingMs < 1_000 ? 'rows not deleted' : `${deleting} to verify again and delete them`;
  say(`  minutes: ${writing} to write the rows, ${moving} to move them, kills included, ${rows}`);
}

const [documents = 10_000, changes = 1_000_000, kills = 20] = process.argv.slice(2).map(Number);
const server = await start();
try {
  const killWithinMs = Math.min(KILL_WITHIN_MS, Math.max(500, changes / 50));
  const isDeleting = !server.isStandIn || changes <= STAND_IN_DELETES;
  const ran = await moveRun({
    url: server.url,
    documents,
    changes,
    kills,
    killWithinMs,
    perSecond: null,
    isDeleting,
    say: (line) => say(`  ${line}`),
  });
  sayRan(ran);
  for (const problem of ran.problems.slice(0, 20)) say(`  WRONG: ${problem}`);
  const met = ran.kills / Math.max(1, kills);
  const holds = [
    judged('lost, doubled or changed', ran.problems.length, 'findings', { atMost: 0 }),
    judged('kills that met a process that moved', met, 'of all', { atLeast: 0.9 }),
  ];
  const { problems, ...facts } = ran;
  const minutes = {
    writing: facts.writingMs / MINUTE_MS,
    moving: facts.movingMs / MINUTE_MS,
    deleting: facts.deletingMs / MINUTE_MS,
  };
  say(
    JSON.stringify({
      rehearsal: 'migration',
      documents,
      changes,
      kills: ran.kills,
      problems: problems.length,
      standIn: server.isStandIn,
      ...minutes,
    }),
  );
  process.exitCode = holds.includes(false) ? 1 : 0;
} finally {
  await server.stop();
}
