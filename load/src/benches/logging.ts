import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@bough/service';
import {
  type Benchmark,
  type Figure,
  interleave,
  median,
  medianWithInterval,
  type Report,
  type RunSettings,
} from '../benchmark.ts';
import { type Logging, READERS, type Reader, startLogging } from './logging/reader.ts';

// A service answers requests, in turn without a word and with a line for each, and what reads the lines is a file, a pipe, a pipe
// that is hardly read, a terminal that is hardly read. What counts is the processor time of the service for a request: a writer
// that waited for its reader would answer nothing at all, which is seen in the time that a round takes.

const LANES = 8;
const MOST_TIMES = 1.05;
/** What waits for its reader takes many times as long; what writes each line by itself, twice. */
const GUARD_TIMES = 1.6;
/** Within so long the last lines of a round are written, so that it pays for them itself. */
const SETTLE_MS = 50;
/** The bounded queue is 2 MiB. */
const MOST_GROWTH_BYTES = 6_000_000;

interface Round {
  readonly processorUs: number;
  readonly tookMs: number;
}

async function round(logging: Logging, url: string, requests: number): Promise<Round> {
  const pool = createPool(url);
  const before = await logging.used();
  const fromMs = performance.now();
  let left = requests;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await (await pool.request({ path: '/maps', method: 'GET' })).body.dump();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const tookMs = performance.now() - fromMs;
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const after = await logging.used();
  await pool.destroy();
  return { processorUs: (after.processorUs - before.processorUs) / requests, tookMs };
}

async function compare(
  reader: Reader,
  folder: string,
  quick: boolean,
): Promise<{ rows: string[][]; figures: Figure[]; a: number; b: number } | null> {
  const logging = await startLogging(reader, folder);
  if (logging === null) return null;
  try {
    const requests = quick ? 2_500 : 4_000;
    for (const url of [logging.quiet, logging.logged]) await round(logging, url, 3_000);
    const before = await logging.usedLive();
    const { a, b } = await interleave(
      10,
      () => round(logging, logging.quiet, requests),
      () => round(logging, logging.logged, requests),
    );
    const after = await logging.usedLive();
    const us = (rounds: readonly Round[]): number => median(rounds.map(({ processorUs }) => processorUs));
    const interval = medianWithInterval(b.map(({ processorUs }, n) => processorUs / (a[n]?.processorUs ?? Number.NaN)));
    const slowest = median(b.map(({ tookMs }) => tookMs)) / median(a.map(({ tookMs }) => tookMs));
    const growth = after.live - before.live;
    const figures: Figure[] = [
      {
        name: `${reader}: processor, on against off`,
        value: interval.median,
        unit: 'times',
        bar: { atMost: MOST_TIMES },
        guard: { atMost: GUARD_TIMES },
      },
      { name: `${reader}: time, on against off`, value: slowest, unit: 'times' },
      {
        name: `${reader}: memory grown`,
        value: growth / 1e6,
        unit: 'MB',
        bar: { atMost: MOST_GROWTH_BYTES / 1e6 },
        guard: { atMost: (3 * MOST_GROWTH_BYTES) / 1e6 },
      },
    ];
    if (reader.startsWith('slow')) {
      figures.push({
        name: `${reader}: lines dropped and counted`,
        value: after.dropped,
        unit: '',
        bar: { atLeast: 1 },
        guard: { atLeast: 1 },
      });
    }
    const row = [
      reader,
      us(a).toFixed(0),
      us(b).toFixed(0),
      `${interval.low.toFixed(3)} to ${interval.high.toFixed(3)}`,
      String(after.dropped),
    ];
    return { rows: [row], figures, a: us(a), b: us(b) };
  } finally {
    logging.stop();
  }
}

async function run({ quick, say }: RunSettings): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'bough-logging-'));
  const table: string[][] = [['reader', 'off: us', 'on: us', 'ratio, interval', 'dropped']];
  const figures: Figure[] = [];
  const [all, others]: [number[], number[]] = [[], []];
  for (const reader of READERS) {
    say(reader);
    const outcome = await compare(reader, folder, quick);
    if (outcome === null) {
      say(`${reader}: there is none on this machine`);
      continue;
    }
    table.push(...outcome.rows);
    figures.push(...outcome.figures);
    all.push(outcome.a);
    others.push(outcome.b);
  }
  await rm(folder, { recursive: true });
  const [a, b] = [median(all), median(others)];
  return { table, a, b, ratio: b / a, figures };
}

export const benchmark: Benchmark = {
  name: 'logging',
  what: 'A: a service that logs nothing, B: one line for each request, into a file, a pipe, a slow pipe, a slow terminal: processor per request',
  run,
};
