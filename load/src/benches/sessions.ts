import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustFind } from '@bough/house/servers';
import Keygrip from 'keygrip';
import { type Benchmark, type Figure, median, medianWithInterval, type Report } from '../benchmark.ts';
import { Fleet } from '../bough/fleet.ts';
import { inLanes, Visitor } from '../bough/visitor.ts';
import { MongoWire } from './sessions/mongo-wire.ts';

// Page views as `load home` sends them, recorded from a browser: the document, then who is here and their maps. What reaches MongoDB is
// counted on the wire, for both sides alike; times are not compared through it, since a stand-in may answer in its place.

const STORED_SERVER = fileURLToPath(new URL('./sessions/stored-server.mjs', import.meta.url));
const VIEW = ['/', '/api/session', '/api/maps'];
const PEOPLE = 20;
const LANES = 4;

interface Side {
  readonly updates: number;
  readonly reads: number;
  readonly views: number;
}

/** What so many page views of so many people ask of the database, after they have come in. */
async function viewAll(origin: string, wire: MongoWire, viewsEach: number): Promise<Side> {
  const visitors = await inLanes(PEOPLE, LANES, async () => {
    const visitor = new Visitor(origin);
    await visitor.ask('GET', '/api/session').catch(() => undefined);
    await visitor.ask('POST', '/api/session/guest', { name: null });
    return visitor;
  });
  const before = wire.counts();
  await inLanes(PEOPLE, LANES, async (n) => {
    for (let view = 0; view < viewsEach; view++) {
      for (const path of VIEW) {
        const answer = await fetch(`${origin}${path}`, { headers: { cookie: visitors[n]?.cookie ?? '' } });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      }
    }
  });
  const after = wire.counts();
  return { updates: after.updates - before.updates, reads: after.reads - before.reads, views: PEOPLE * viewsEach };
}

async function storedSessions(url: string, database: string, touchAfterS: number, viewsEach: number): Promise<Side> {
  const wire = await MongoWire.start(url);
  const child: ChildProcess = spawn(process.execPath, [STORED_SERVER, wire.url(database), String(touchAfterS)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const [said] = child.stdout === null ? [''] : await once(child.stdout, 'data');
    return await viewAll(`http://127.0.0.1:${String(said).trim()}`, wire, viewsEach);
  } finally {
    child.kill();
    await wire.stop();
  }
}

async function signedCookies(url: string, database: string, viewsEach: number): Promise<Side> {
  const wire = await MongoWire.start(url);
  // A page of one line: what is compressed at the start has no part in sessions.
  const page = await mkdtemp(join(tmpdir(), 'bough-page-'));
  await writeFile(join(page, 'index.html'), '<!doctype html><title>A page</title>');
  const metadata = { BOUGH_METADATA: 'mongodb', BOUGH_MONGODB_URL: wire.url(database) };
  const fleet = await Fleet.start({ environment: { ...metadata, BOUGH_PAGE: page } });
  try {
    return await viewAll(fleet.gateway.url, wire, viewsEach);
  } finally {
    await fleet.stop();
    await wire.stop();
    await rm(page, { recursive: true });
  }
}

/** Microseconds of processor for making the cookie of a session and its signature, as the gateway does, and for verifying them. */
function signingUs(rounds: number): { readonly sign: readonly number[]; readonly verify: readonly number[] } {
  const keys = new Keygrip(
    ['a key of thirty-two characters, at least', 'an older key of thirty-two characters'],
    'sha256',
  );
  const id = 'AZ9n3n0gcHuVJ0CWm1q0Zw';
  const at = 1_790_000_000_000;
  const session = { bid: id, sid: id, uid: id, guest: false, iat: at, seen: at, epoch: 3, proved: at };
  const [sign, verify]: [number[], number[]] = [[], []];
  const batch = 2_000;
  for (let round = 0; round < rounds; round++) {
    const started = processorUs();
    let cookie = '';
    for (let n = 0; n < batch; n++) {
      cookie = `__Host-s=${Buffer.from(JSON.stringify({ ...session, seen: at + n })).toString('base64')}`;
      keys.sign(cookie);
    }
    const signed = processorUs();
    const signature = keys.sign(cookie);
    for (let n = 0; n < batch; n++) if (!keys.verify(cookie, signature)) throw new Error('a signature does not hold');
    sign.push((signed - started) / batch);
    verify.push((processorUs() - signed) / batch);
  }
  return { sign, verify };
}

/** What this process has used, so that others on the machine do not count. */
function processorUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** What signed cookies are worth against rows. */
export const benchmark: Benchmark = {
  name: 'sessions',
  what: 'session rows in MongoDB (express-session, connect-mongo) against signed cookies over recorded page views: updates of the database',
  run: async ({ quick, say }): Promise<Report> => {
    const server = await mustFind('mongodb').start();
    const viewsEach = quick ? 5 : 25;
    try {
      say('rows, touched at each request');
      const rows = await storedSessions(server.url, `${server.database}_rows`, 0, viewsEach);
      say('rows, touched at most once an hour');
      const lazy = await storedSessions(server.url, `${server.database}_lazy`, 3_600, viewsEach);
      say('signed cookies');
      const cookies = await signedCookies(server.url, `${server.database}_cookies`, viewsEach);
      say('signing');
      const { sign, verify } = signingUs(quick ? 10 : 30);
      const row = (name: string, { updates, reads, views }: Side): string[] => {
        return [name, (updates / views).toFixed(2), (reads / views).toFixed(2)];
      };
      const us = medianWithInterval(sign);
      const saved = (1 - cookies.updates / rows.updates) * 100;
      const figures: Figure[] = [
        { name: 'databaseUpdatesSaved', value: saved, unit: '%', bar: { atLeast: 80 }, guard: { atLeast: 80 } },
        { name: 'updatesOfSignedCookies', value: cookies.updates, unit: '', bar: { atMost: 0 }, guard: { atMost: 0 } },
        { name: 'signing', value: us.median, unit: 'us', bar: { atMost: 50 }, guard: { atMost: 200 } },
        { name: 'verifying', value: median(verify), unit: 'us' },
      ];
      return {
        table: [
          [`${rows.views} page views`, 'updates per view', 'reads per view'],
          row('rows, touched at each request', rows),
          row('rows, touched at most once an hour', lazy),
          row('signed cookies', cookies),
          [`signing: ${us.median.toFixed(1)} us (${us.low.toFixed(1)} to ${us.high.toFixed(1)})`, '', ''],
        ],
        a: rows.updates,
        b: cookies.updates,
        ratio: cookies.updates / rows.updates,
        figures,
        facts: { isStandIn: server.standIn, lazyUpdates: lazy.updates },
      };
    } finally {
      await server.stop();
    }
  },
};
