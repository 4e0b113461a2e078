import { randomBytes } from 'node:crypto';
import { type Benchmark, type Figure, median, percentile, type Report, type RunSettings } from '../benchmark.ts';
import { peopleInRooms } from '../bough/people.ts';
import { folderPlace } from './docstore/stores.ts';
import { BoughTalker, boughSide } from './rooms/bough.ts';
import { hocuspocusSide } from './rooms/hocuspocus.ts';
import type { Sample, Side, World } from './rooms/world.ts';

// The same people, in the same rooms, saying the same things, on Hocuspocus and on Bough. Everybody changes something twice
// a second; what is said bears the time at which it was said. The peer shows a change at once and keeps it later, if it is
// told where; Bough shows what is on disk.

const WORLDS: readonly World[] = [
  { rooms: 10, each: 10 },
  { rooms: 1, each: 50 },
  { rooms: 50, each: 4 },
];
const EVERY_MS = 500;
const SETTLE_MS = 1_500;
/**
 * As many come before, to other rooms, so that a server is measured as it runs, not as it starts: what it allocates and compiles once, for
 * so many, is no one's. They come several times, since what runs once for each of them is compiled while the second hundred comes: of 10 x 10
 * that alone was 3 KB for each.
 */
const FIRST_TIMES = 3;
const FIRST_MS = 2_500;
const FIRST_EVERY_MS = 200;

async function measure(side: Side, world: World, forMs: number): Promise<Sample> {
  try {
    await warmUp(side, world);
    const before = await side.liveBytes();
    const latencies: number[] = [];
    let isOn = false;
    const talkers = await side.arrive(world, (text) => {
      if (isOn) latencies.push(performance.now() - Number(text));
    });
    const memoryKb = ((await side.liveBytes()) - before) / talkers.length / 1_000;
    const timers = talkers.map((talker) => talkNowAndThen(talker, EVERY_MS));
    await sleep(SETTLE_MS);
    isOn = true;
    const [processorMs, fromMs] = [side.processorMs(), performance.now()];
    await sleep(forMs);
    const processorUs = (side.processorMs() - processorMs) * 1_000;
    isOn = false;
    const expected = ((performance.now() - fromMs) / EVERY_MS) * talkers.length * (world.each - 1);
    for (const stop of timers) stop();
    await sleep(300);
    for (const talker of talkers) talker.close();
    return {
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
      p99: percentile(latencies, 0.99),
      processorUs: processorUs / latencies.length,
      memoryKb,
      acknowledgedMs: side.acknowledgedMs(),
      delivered: latencies.length / expected,
    };
  } finally {
    await side.stop();
  }
}

/** Other people, in other rooms, for a moment, a few times. */
async function warmUp(side: Side, world: World): Promise<void> {
  for (let time = 0; time < FIRST_TIMES; time++) await comeAndGo(side, world);
}

async function comeAndGo(side: Side, world: World): Promise<void> {
  const talkers = await side.arrive(world, () => undefined);
  const timers = talkers.map((talker) => talkNowAndThen(talker, FIRST_EVERY_MS));
  await sleep(FIRST_MS);
  for (const stop of timers) stop();
  await sleep(300);
  for (const talker of talkers) talker.close();
  await sleep(300);
}

function talkNowAndThen(talker: { say(text: string): void }, everyMs: number): () => void {
  let timer: NodeJS.Timeout | null = null;
  const first = setTimeout(() => {
    timer = setInterval(() => talker.say(String(performance.now())), everyMs);
  }, Math.random() * everyMs);
  return () => {
    clearTimeout(first);
    if (timer !== null) clearInterval(timer);
  };
}

/** What the way through gateway and docstore adds to a bare write: one person alone, in turn with bare writes. */
async function added(count: number): Promise<{ readonly bareMs: number; readonly acknowledgedMs: number }> {
  const side = await boughSide();
  const place = await folderPlace();
  try {
    const [person] = await peopleInRooms(side.fleet.gateway.url, 1, 1);
    if (person === undefined) throw new Error('nobody came');
    const acknowledged: number[] = [];
    let onKept: () => void = () => undefined;
    const talker = await BoughTalker.join(
      side.fleet.gateway.url,
      person,
      () => undefined,
      (ms) => {
        acknowledged.push(ms);
        onKept();
      },
    );
    const bare: number[] = [];
    const created = await place.bare.createIfAbsent('bench/object', randomBytes(4_096));
    let etag = created.kind === 'written' ? created.etag : '';
    for (let n = 0; n < count; n++) {
      const fromMs = performance.now();
      const put = await place.bare.replaceIf('bench/object', etag, randomBytes(4_096));
      bare.push(performance.now() - fromMs);
      etag = put.kind === 'written' ? put.etag : etag;
      const kept = new Promise<void>((resolve) => (onKept = resolve));
      talker.say(String(n));
      await kept;
    }
    talker.close();
    return { bareMs: median(bare), acknowledgedMs: median(acknowledged) };
  } finally {
    await place.close();
    await side.stop();
  }
}

async function run({ quick, say }: RunSettings): Promise<Report> {
  const table: string[][] = [['rooms x people', 'server', 'p50', 'p95', 'p99', 'us per delivery', 'KB per connection']];
  const figures: Figure[] = [];
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (const world of WORLDS) {
    const name = `${world.rooms} x ${world.each}`;
    say(name);
    const peer = await measure(await hocuspocusSide(), world, quick ? 4_000 : 15_000);
    const bough = await measure(await boughSide(), world, quick ? 4_000 : 15_000);
    table.push(row(name, 'Hocuspocus', peer), row(name, 'Bough', bough));
    say(`${name}: ${peer.processorUs.toFixed(0)} and ${bough.processorUs.toFixed(0)} us of processor per delivery`);
    ours.push(bough.processorUs);
    theirs.push(peer.processorUs);
    figures.push(
      {
        name: `${name}: processor against the peer`,
        value: bough.processorUs / peer.processorUs,
        unit: 'times',
        bar: { atMost: 1 },
      },
      { name: `${name}: memory per connection`, value: bough.memoryKb, unit: 'KB', bar: { atMost: 12 } },
      { name: `${name}: of what was said, heard`, value: bough.delivered, unit: '', bar: { atLeast: 0.97 } },
    );
  }
  say('one person alone');
  const { bareMs, acknowledgedMs } = await added(quick ? 150 : 600);
  figures.push({
    name: 'acknowledgement above the bare write',
    value: acknowledgedMs - bareMs,
    unit: 'ms',
    bar: { atMost: 3 },
  });
  const [a, b] = [median(theirs), median(ours)];
  return { table, a, b, ratio: b / a, figures, facts: { bareMs, acknowledgedMs } };
}

function row(world: string, server: string, sample: Sample): string[] {
  const ms = [sample.p50, sample.p95, sample.p99].map((value) => value.toFixed(1));
  return [world, server, ...ms, sample.processorUs.toFixed(0), sample.memoryKb.toFixed(1)];
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export const benchmark: Benchmark = {
  name: 'rooms',
  what: 'A: Hocuspocus 4, which keeps nothing, B: Bough, every change on disk first: processor per delivery, latency, memory per connection',
  run,
};
