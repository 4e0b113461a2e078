import { must, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { scriptAddresses, scriptPayloads } from '@bough/house/hostile';
import { check } from '@bough/map';
import { Dice } from '@bough/map/testing';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { readFile } from './read-file.ts';
import { type Draft, type DraftItem } from './shared/draft.ts';
import { draftOf } from './shared/draft-of-map.ts';
import { writeFile } from './write-file.ts';

const dice = new Dice(9);
const making = { ids: dice.ids, random: seededRandom(9) };
const payloads = scriptPayloads();

function draftWith(): Draft {
  const items: DraftItem[] = payloads.map((text, i) => ({
    level: i === 0 ? 1 : 2,
    key: `k${i}`,
    fields: { text, note: text, href: text, icon: text.slice(0, 12) },
  }));
  return { settings: { title: payloads[0] ?? '' }, items, links: [], files: new Map() };
}

/** The names of elements and of attributes in a text of XML, as a reader that knows nothing finds them. */
function namesIn(xml: string): { elements: Set<string>; attributes: Set<string>; addresses: Set<string> } {
  const elements = new Set<string>();
  const attributes = new Set<string>();
  const addresses = new Set<string>();
  for (const [, name = '', rest = ''] of xml.matchAll(/<([A-Za-z][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g)) {
    elements.add(name);
    for (const [, attribute = '', value = ''] of rest.matchAll(/([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g)) {
      attributes.add(attribute);
      if (/^(?:href|src|link|url)$/i.test(attribute)) addresses.add(value.slice(1, -1));
    }
  }
  return { elements, attributes, addresses };
}

const BAD_ELEMENT = /^(?:script|img|svg|iframe|object|embed|style|link|meta|base|form|math|video|audio|image|use)$/i;

test('[FMT-24] five hundred scripts as words, notes, addresses and icons make a sound map that leads nowhere', () => {
  expect(payloads.length).toBeGreaterThanOrEqual(500);
  const map = must(mapOf(draftWith(), making));
  expect(check(map)).toEqual([]);
  expect([...map.items.values()].flatMap(({ href }) => (href === null ? [] : [href]))).toEqual([]);
  expect([...map.items.values()].filter(({ text }) => payloads.includes(text)).length).toBeGreaterThan(480);
});

test.for([
  ...(['mm', 'opml', 'xmind', 'markdown', 'outline', 'mermaid', 'canvas', 'bough', 'csv', 'vsdx'] as const),
  ...(['kityminder', 'org', 'plantuml', 'html'] as const),
])('[FMT-24] five hundred scripts, written as %s and read back, are still words', (format) => {
  const map = must(mapOf(draftWith(), making));
  const file = writeFile(format, map);
  if (format === 'mm' || format === 'opml') {
    const { elements, attributes, addresses } = namesIn(tryUtf8Decode(file.bytes) ?? '');
    expect([...elements].filter((name) => BAD_ELEMENT.test(name))).toEqual([]);
    expect([...addresses].filter((address) => !/^(?:https?:\/\/|mailto:|#)/.test(address))).toEqual([]);
    expect([...attributes].filter((name) => /^on/i.test(name))).toEqual([]);
  }
  if (format === 'vsdx') {
    for (const [name, bytes] of Object.entries(unzipSync(file.bytes))) {
      expect(/^[\w[\]./-]+$/.test(name) && !name.includes('..')).toBe(true);
      const { elements, attributes } = namesIn(tryUtf8Decode(bytes) ?? '');
      expect([...elements].filter((each) => /^(?:script|img|svg|iframe)$/i.test(each))).toEqual([]);
      expect([...attributes].filter((each) => /^on/i.test(each))).toEqual([]);
    }
  }
  if (format === 'csv') {
    const cells = (tryUtf8Decode(file.bytes) ?? '').split(/\r?\n/).flatMap((line) => line.split(/,(?=")|^(?=")/));
    expect(cells.filter((cell) => /^"?[=+@\t\r]/.test(cell))).toEqual([]);
  }
  if (format === 'vsdx') return;
  const back = must(mapOf(must(readFile(`x.${file.extension}`, file.bytes)).draft, making));
  expect(check(back)).toEqual([]);
  const addresses = [...back.items.values()].flatMap(({ href }) => (href === null ? [] : [href]));
  expect(addresses.filter((href) => !/^(?:https?:|mailto:|item:)/.test(href))).toEqual([]);
  if (!['markdown', 'outline', 'mermaid', 'canvas'].includes(format)) {
    expect(draftOf(back).items.length).toBe(draftOf(map).items.length);
  }
});

test('[FMT-24] addresses that run are left out by every format that has addresses', () => {
  const bad = scriptAddresses();
  expect(bad.length).toBeGreaterThan(6);
  const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  const files: readonly (readonly [string, string])[] = bad.flatMap((href) => [
    ['x.mm', `<map><node TEXT="a" LINK="${escaped(href)}"/></map>`] as const,
    ['x.opml', `<opml><body><outline text="a" type="link" url="${escaped(href)}"/></body></opml>`] as const,
    [
      'x.canvas',
      JSON.stringify({ nodes: [{ id: 'a', type: 'link', url: href, x: 0, y: 0, width: 1, height: 1 }], edges: [] }),
    ] as const,
    ['x.md', `- [a](${href})`] as const,
  ]);
  for (const [name, text] of files) {
    const read = readFile(name, utf8Encode(text));
    if (!read.ok) continue;
    const map = must(mapOf(read.value.draft, making));
    expect([...map.items.values()].filter(({ href }) => href !== null).map(({ href }) => [name, text, href])).toEqual(
      [],
    );
  }
});
