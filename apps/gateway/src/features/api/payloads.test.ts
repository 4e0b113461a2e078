import { must } from '@bough/base';
import type { MapFacts } from '@bough/contracts';
import { scriptAddresses, scriptPayloads } from '@bough/house/hostile';
import { decodeMap, type ItemId, type MindMap, newCommentId, newLinkId, newThreadId, type Op } from '@bough/map';
import { platformIds } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../testing/visitors/browser.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { newAccount, Program } from '../../testing/visitors/program.ts';
import { openWorld } from '../../testing/world.ts';

// What somebody writes who wants a script to run where words should stand, into every field of the API that takes words.

const payloads = scriptPayloads();
/** Work for several maps and folders at once: what is kept of each takes its time. */
const LANES = Array.from({ length: 12 }, (_, i) => i);

let program: Program;
beforeAll(async () => {
  const world = await openWorld(['docstore', 'mailer', 'exporter']);
  const gateway = await world.start({ limitsFactor: 100_000 });
  program = await Program.of(await newAccount(world, gateway));
  return world.end;
});

/** Asks for what no browser takes for a page: data, called so, not to be guessed at, in a sandbox even when it is opened. */
async function askData(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await program.ask(method, path, body);
  const type = answer.status < 400 ? 'application/json' : 'application/problem+json';
  const { 'content-type': said = '', 'content-security-policy': policy = '', ...headers } = answer.headers;
  const isBoxed = /^default-src 'none';.*; sandbox$/.test(String(policy));
  expect([said.split(';')[0], headers['x-content-type-options'], isBoxed]).toEqual([type, 'nosniff', true]);
  return answer;
}

/** Whether a name of at most so many letters may be this: names are one line. */
function isName(text: string, most: number): boolean {
  // oxlint-disable-next-line no-control-regex -- what no line has
  return text.length <= most && !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text);
}

/** Sends each as a name, to one of the places after the other: what is one comes back to the letter, the others are refused. */
async function sendNames(
  most: number,
  places: readonly string[],
  send: (place: string, name: string) => Promise<readonly [Answer, unknown]>,
): Promise<void> {
  const sendTo = async (place: string, at: number): Promise<void> => {
    for (const name of payloads.filter((_, i) => i % places.length === at)) {
      const [{ status }, read] = await send(place, name);
      expect([name, status, read]).toEqual(isName(name, most) ? [name, 200, name] : [name, 400, undefined]);
    }
  };
  await Promise.all(places.map(sendTo));
  expect(payloads.filter((name) => isName(name, most)).length).toBeGreaterThan(200);
}

function newItem(): Extract<Op, { kind: 'add' }> {
  const op = addItem('a root');
  if (op.kind !== 'add') throw new Error('an item is added');
  return op;
}

/** An item with the words as its text, its note, the label of a link and a comment. */
function opsOf(text: string, root: ItemId): readonly Op[] {
  const add = newItem();
  const { id } = add;
  const link = { id: newLinkId(platformIds), from: root, to: id, label: text, colour: null, points: [] } as const;
  return [
    { ...add, parent: root, fields: { text, note: text } },
    { kind: 'link', link: { ...link, arrow: 'end' } },
    { kind: 'comment', thread: newThreadId(platformIds), item: id, id: newCommentId(platformIds), text },
  ];
}

async function readMap(id: string): Promise<MindMap> {
  return must(decodeMap((await askData('GET', `/maps/${id}/document`)).text));
}

test('[GW-103] five hundred scripts as titles, names of folders and tags come back as the same words, as data', async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(500);
  const made = async (path: string, body: unknown): Promise<string> => (await askData('POST', path, body)).json.id;
  const maps = await Promise.all(LANES.map(() => made('/maps', { title: 'A map' })));
  const folders = await Promise.all(LANES.map(() => made('/folders', { name: 'A folder' })));
  await sendNames(500, maps, async (map, title) => {
    const answer = await askData('PUT', `/maps/${map}`, { title });
    return [answer, answer.json.title];
  });
  await sendNames(100, folders, async (folder, name) => {
    const answer = await askData('PUT', `/folders/${folder}`, { name, parent: null });
    return [answer, answer.json.name];
  });
  await sendNames(50, maps, async (map, tag) => {
    const answer = await askData('PUT', `/maps/${map}/tags`, { tags: [tag] });
    return [answer, answer.json.tags?.[0]];
  });
  const said = [
    ...(await askData('GET', '/maps')).json.maps.flatMap((map: MapFacts) => [map.title, ...map.tags]),
    ...(await askData('GET', '/folders')).json.folders.map(({ name }: { name: string }) => name),
    ...(await askData('GET', '/tags')).json.tags.map(({ tag }: { tag: string }) => tag),
  ];
  expect(said.filter((words) => !payloads.includes(words))).toEqual([]);
  expect(said.length).toBeGreaterThan(3 * LANES.length);
}, 60_000);

test('[GW-103] five hundred scripts as texts, notes, labels and comments of a map are words in it, and in its files', async () => {
  const { id } = (await askData('POST', '/maps', { title: '<script>boughHit=1</script>' })).json;
  const root = newItem();
  await askData('POST', `/maps/${id}/changes`, { ops: [root] });
  for (let at = 0; at < payloads.length; at += 100) {
    const ops = payloads.slice(at, at + 100).flatMap((text) => opsOf(text, root.id));
    expect((await askData('POST', `/maps/${id}/changes`, { ops })).json).toMatchObject({ seq: expect.any(Number) });
  }
  const map = await readMap(id);
  const items = [...map.items.values()].filter(({ parent }) => parent === root.id);
  const said = {
    text: items.map(({ text }) => text),
    note: items.map(({ note }) => note),
    label: [...map.links.values()].map(({ label }) => label),
    comment: [...map.threads.values()].flatMap(({ comments }) => comments.map(({ text }) => text)),
  };
  for (const [field, words] of Object.entries(said)) {
    expect([field, words.toSorted()]).toEqual([field, payloads.toSorted()]);
  }
  expect((await askData('GET', '/search?q=boughHit')).json.results.length).toBeGreaterThan(0);
  const { text: svg, headers } = await program.ask('GET', `/maps/${id}/export/svg`);
  expect(headers).toMatchObject({ 'content-disposition': expect.stringMatching(/^attachment;/) });
  expect(svg.length).toBeGreaterThan(100_000);
  expect(svg).not.toMatch(/<(?:script|foreignObject|iframe|object|embed|animate|set|handler|image|use)\b/i);
  const attributes = [...svg.matchAll(/<[a-z]\w*((?:\s+[\w:-]+="[^"]*")+)\s*\/?>/gi)].flatMap(([, all = '']) =>
    [...all.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value] as const),
  );
  expect(attributes.length).toBeGreaterThan(1_000);
  expect(attributes.filter(([name]) => /^(?:on|src|style)/i.test(name))).toEqual([]);
  expect(attributes.filter(([name, value]) => /href$/i.test(name) && !/^(?:https?:|mailto:)/.test(value))).toEqual([]);
});

test('[GW-103] an address that runs is refused, on an item and as an image, and the map is as it was', async () => {
  const { id } = (await askData('POST', '/maps', { title: 'A map' })).json;
  const before = (await askData('GET', `/maps/${id}/document`)).text;
  const op = newItem();
  for (const address of scriptAddresses()) {
    for (const fields of [{ href: address }, { image: { source: address, width: 9, height: 9 } }]) {
      const answer = await askData('POST', `/maps/${id}/changes`, { ops: [{ ...op, fields }] });
      expect([address, answer.status]).toEqual([address, 400]);
    }
  }
  expect(scriptAddresses().length).toBeGreaterThan(6);
  expect((await askData('GET', `/maps/${id}/document`)).text).toBe(before);
});
