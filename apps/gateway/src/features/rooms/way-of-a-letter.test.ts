import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseClientId } from '@bough/base';
import { SOCKET_PATH } from '@bough/contracts';
import { platformIds } from '@bough/service';
import { expect, onTestFinished, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { gatewayProcess } from '../../testing/running/gateway-process.ts';
import { Inspected, nameOf, type Place } from '../../testing/inspected.ts';
import { Neighbours } from '../../testing/running/neighbours.ts';
import { until } from '../../testing/until.ts';
import { PUBLIC_URL } from '../../testing/world.ts';

// ARCHITECTURE.md lists the way of one letter, function by function. Here a letter goes that way: through two pages, a gateway and a
// docstore, each a process of its own with the modules that ship. Each is asked through its inspector which functions of the list were
// called, and when; the sources know nothing of it.

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url)).replace(/\/$/, '');
const PAGE = join(ROOT, 'packages/editor/src/testing/page-in-node.ts');
const MOST_STOPS = 28;
/** Four processes start, of which two read the editor's sources. */
const PATIENCE_MS = 60_000;
/** Where the form of ops is read. */
const PARSE: Place = { file: 'packages/map/src/changes/parse.ts', name: 'parseOps' };

interface Stop extends Place {
  /** The process in which it is called, as the heading above it says. */
  readonly where: string;
}

const architecture = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
const chapter = architecture.split('\n## ').find((each) => each.startsWith('How one change travels')) ?? '';

function stopsOf(text: string): readonly Stop[] {
  let where = '';
  return text.split('\n').flatMap((line): Stop[] => {
    where = /^(?:Then )?(?:[Oo]n|[Ii]n) (.+):$/.exec(line)?.[1] ?? where;
    const [, file, name] = /^\d+\. `([\w./-]+\.ts):(#?\w+)`/.exec(line) ?? [];
    return file === undefined || name === undefined ? [] : [{ where, file, name }];
  });
}

const stops = stopsOf(chapter);

/** A page of the editor in a process of its own, in front of this gateway. */
async function openPage(browser: Browser, map: string): Promise<Inspected> {
  const client = parseClientId(platformIds.short());
  const { ticket } = (await browser.must('POST', `/api/maps/${map}/ticket?client=${client}`)).json;
  const { headers, text } = await browser.must('GET', `/api/maps/${map}/document`);
  const document = { seq: Number(headers['bough-seq']), lineage: headers['bough-lineage'], text };
  const person = (await browser.person()).id;
  const socketUrl = `ws://127.0.0.1:${browser.gateway.port}${SOCKET_PATH}`;
  const sent = JSON.stringify({ cookie: browser.cookie, origin: PUBLIC_URL });
  const script = `
    const Plain = globalThis.WebSocket;
    globalThis.WebSocket = class extends Plain { constructor(url) { super(url, { headers: ${sent} }); } };
    const { PageInNode } = await import(${JSON.stringify(pathToFileURL(PAGE).href)});
    globalThis.page = new PageInNode(${JSON.stringify({ map, client, person, ticket, socketUrl, document })});
    setInterval(() => undefined, 1_000_000);`;
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', '--input-type=module', '--eval', script]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
  }
  onTestFinished(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  });
  await until(() => said.includes('Debugger listening'), PATIENCE_MS);
  const page = await attach(said);
  await until(async () => (await page.run('globalThis.page?.isQuiet')) === true, PATIENCE_MS);
  return page;
}

async function attach(said: string): Promise<Inspected> {
  const inspected = await Inspected.attach(said);
  onTestFinished(() => inspected.close());
  return inspected;
}

/** A page that writes, one that reads, and the services between them. */
async function everything(): Promise<Readonly<Record<string, Inspected>>> {
  const more = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };
  const folder = mkdtempSync(join(tmpdir(), 'bough-way-'));
  const neighbours = await Neighbours.start(['docstore'], 1, more);
  const gateway = await gatewayProcess(neighbours, folder, more);
  onTestFinished(async () => {
    await gateway.end('SIGKILL');
    await neighbours.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await gateway.start();
  const browser = await Browser.guest(gateway, 'Ann');
  const { id } = await browser.makeMap();
  const [first, second] = [await openPage(browser, id), await openPage(browser, id)];
  const between = await attach(gateway.said);
  return {
    "the author's page": first,
    'the gateway': between,
    docstore: await attach(neighbours.docstores[0]?.said ?? ''),
    'the gateway again': between,
    'the other page': second,
  };
}

type Calls = readonly (readonly [name: string, atNs: number])[];

/** Those of the stops that were called, each after the one before. */
function followed(calls: Readonly<Record<string, Calls>>): string[] {
  let lastNs = 0;
  return stops.flatMap((stop) => {
    const call = calls[stop.where]?.find(([name, atNs]) => name === nameOf(stop) && atNs > lastNs);
    lastNs = call?.[1] ?? lastNs;
    return call === undefined ? [] : [nameOf(stop)];
  });
}

test(
  '[GW-427] one letter goes the way that ARCHITECTURE.md lists, stop by stop, in at most 28',
  { timeout: 4 * PATIENCE_MS },
  async () => {
    expect(stops.length).toBeGreaterThan(20);
    expect(stops.length).toBeLessThanOrEqual(MOST_STOPS);
    const parts = await everything();
    expect(new Set(stops.map(({ where }) => where))).toEqual(new Set(Object.keys(parts)));
    for (const part of new Set(Object.values(parts))) {
      const own = stops.filter(({ where }) => parts[where] === part);
      const places = new Map([PARSE, ...own].map((place) => [nameOf(place), place]));
      await part.follow(ROOT, [...places.values()]);
    }
    const [author, other] = [parts["the author's page"], parts['the other page']];
    await author?.run("globalThis.page.type('x')");
    await until(async () => (await other?.run('globalThis.page.words')) === 'x', PATIENCE_MS);
    await until(async () => (await author?.run('globalThis.page.isQuiet')) === true, PATIENCE_MS);
    const calls: Record<string, Calls> = {};
    for (const [where, part] of Object.entries(parts)) calls[where] = await part.calls();
    expect(followed(calls)).toEqual(stops.map(nameOf));
    // What was parsed where it came in is not parsed again in the same process.
    const parsed = Object.entries(calls).map(([where, all]) => [
      where,
      all.filter(([name]) => name === nameOf(PARSE)).length,
    ]);
    const expected = {
      "the author's page": 1,
      'the gateway': 1,
      'the gateway again': 1,
      docstore: 1,
      'the other page': 0,
    };
    expect(Object.fromEntries(parsed)).toEqual(expected);
  },
);

test('[GW-427] the picture of the way names the files of its stops, and no others', () => {
  const picture = /```\n([\s\S]*?)```/.exec(chapter)?.[1] ?? '';
  const files = new Set(stops.map(({ file }) => file.slice(file.lastIndexOf('/') + 1)));
  expect(files.size).toBeGreaterThan(10);
  expect(new Set(picture.match(/[\w-]+\.ts/g))).toEqual(files);
});
