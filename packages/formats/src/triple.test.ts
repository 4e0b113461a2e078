import { must, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import type { MindMap } from '@bough/map';
import { Dice, randomMap } from '@bough/map/testing';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { readFile } from './read-file.ts';
import { draftOf } from './shared/draft-of-map.ts';
import { plainWords } from './shared/text/plain-words.ts';
import { type XmlTree, xmlOf } from './testing/other-parsers.ts';
import { writeFile } from './write-file.ts';

// One map as .mm, as OPML and as XMind, each read by a parser that knows nothing of Bough: the same words everywhere.

const making = { ids: new Dice(17).ids, random: seededRandom(17) };
const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function fromMm(map: MindMap): string[] {
  const texts: string[] = [];
  const work = [xmlOf(tryUtf8Decode(writeFile('mm', map).bytes) ?? '')];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const rich = next.children.find(({ name, attributes }) => name === 'richcontent' && attributes['TYPE'] === 'NODE');
    if (next.name === 'node') texts.push(next.attributes['TEXT'] ?? paragraphs(rich));
    work.push(...next.children.toReversed());
  }
  return texts.map(tidy);
}

function paragraphs(rich: XmlTree | undefined): string {
  const body = rich?.children[0]?.children.find(({ name }) => name === 'body');
  return (body?.children ?? []).map(({ text }) => text).join('\n');
}

function fromOpml(map: MindMap): string[] {
  const texts: string[] = [];
  const work = [xmlOf((tryUtf8Decode(writeFile('opml', map).bytes) ?? '').replace(/^<\?xml[^>]*>\s*/, ''))];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (next.name === 'outline') texts.push(next.attributes['text'] ?? '');
    work.push(...next.children.toReversed());
  }
  return texts.map(tidy);
}

interface Topic {
  readonly title: string;
  readonly children?: { readonly attached?: readonly Topic[]; readonly detached?: readonly Topic[] };
}

function fromXmind(map: MindMap): string[] {
  const parts = unzipSync(writeFile('xmind', map).bytes);
  const [sheet] = JSON.parse(strFromU8(parts['content.json'] ?? new Uint8Array())) as [{ rootTopic: Topic }];
  const texts: string[] = [];
  const work = [sheet.rootTopic];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    texts.push(next.title);
    work.push(...[...(next.children?.attached ?? []), ...(next.children?.detached ?? [])].reverse());
  }
  return texts.map(tidy);
}

test('[FMT-36] one map as .mm, OPML and XMind has the same words in each, without marks, line breaks included', () => {
  const outline =
    'root\n\t**bold** and `code`\n\t[a link](https://example.org/x)\n\t2\\*3\n\t<b>no HTML</b> &amp; more';
  const maps = [must(mapOf(must(readFile('x.txt', utf8Encode(outline))).draft, making))];
  for (let seed = 1; seed <= 40; seed++) maps.push(randomMap(new Dice(seed), 60));
  for (const map of maps) {
    if (map.items.size === 0) continue;
    const wanted = draftOf(map).items.map(({ fields }) => tidy(plainWords(fields.text)));
    expect(fromMm(map)).toEqual(wanted);
    expect(fromOpml(map)).toEqual(wanted);
    expect(fromXmind(map)).toEqual(wanted);
  }
});

test('[FMT-36] in OPML a line break is one when it is a reference, and a blank when it is raw, as XML has it', () => {
  const read = (text: string): string => {
    const file = must(
      readFile('x.opml', utf8Encode(`<opml version="2.0"><body><outline text="${text}"/></body></opml>`)),
    );
    return file.draft.items[0]?.fields.text ?? '';
  };
  expect(read('a&#10;b')).toBe('a\nb');
  expect(read('a\nb')).toBe('a b');
});

test('[FMT-36] HTML in a text of OPML is Markdown here, and goes back as it came while its words are the same', () => {
  const source =
    '<opml version="2.0"><body><outline text="&lt;b&gt;A&lt;/b&gt; &lt;font color=&quot;red&quot;&gt;red&lt;/font&gt; word"/></body></opml>';
  const { draft } = must(readFile('x.opml', utf8Encode(source)));
  expect(draft.items[0]?.fields.text).toBe('**A** red word');
  expect(tryUtf8Decode(writeFile('opml', must(mapOf(draft, making))).bytes)).toContain(
    '&lt;font color=&quot;red&quot;&gt;',
  );
  const items = draft.items.map((item) => ({ ...item, fields: { ...item.fields, text: 'new **words**' } }));
  expect(tryUtf8Decode(writeFile('opml', must(mapOf({ ...draft, items }, making))).bytes)).toContain(
    'text="new words"',
  );
});

test('[FMT-36] an address that all words lead to is the address of an outline and of a topic', () => {
  const map = must(mapOf(must(readFile('x.txt', utf8Encode('r\n\t[a link](https://example.org/x)'))).draft, making));
  expect(tryUtf8Decode(writeFile('opml', map).bytes)).toContain('text="a link" url="https://example.org/x"');
  const content = strFromU8(unzipSync(writeFile('xmind', map).bytes)['content.json'] ?? new Uint8Array());
  expect(content).toContain('"title":"a link"');
  expect(content).toContain('"href":"https://example.org/x"');
});

test('[FMT-36] all-bold words are a bold topic in XMind, and cells of a table have words alone', () => {
  const map = must(mapOf(must(readFile('x.txt', utf8Encode('r\n\t**all bold**'))).draft, making));
  const content = strFromU8(unzipSync(writeFile('xmind', map).bytes)['content.json'] ?? new Uint8Array());
  expect(content).toContain('"style":{"properties":{"fo:font-weight":"700"}},');
  expect(content).toContain('"title":"all bold"');
  expect(tryUtf8Decode(writeFile('csv', map).bytes)).toContain('2,1,2,all bold,');
});

test('[FMT-36] HTML in a text of OPML has breaks that nothing closes, and words behind them', () => {
  const file = '<opml version="2.0"><body><outline text="one&lt;br&gt;two &lt;b&gt;three&lt;/b&gt;"/></body></opml>';
  const { draft } = must(readFile('x.opml', utf8Encode(file)));
  expect(draft.items.map(({ fields }) => fields.text)).toEqual(['one\ntwo **three**']);
});
