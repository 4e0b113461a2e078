import { must, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { Dice } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { readFile } from './read-file.ts';
import type { Draft } from './shared/draft.ts';
import { writeFile } from './write-file.ts';

const making = { ids: new Dice(3).ids, random: seededRandom(3) };

const opml = (head: string, body: string): string =>
  `<?xml version="1.0"?><opml version="2.0"><head>${head}</head><body>${body}</body></opml>`;
const read = (source: string) => must(readFile('x.opml', utf8Encode(source)));
const written = (draft: Draft): string =>
  tryUtf8Decode(writeFile('opml', must(mapOf(draft, making))).bytes) ?? 'no text';

test('[FMT-87] Workflowy: people, dates and colours in texts and notes go back as they came, also after two ways through Bough', () => {
  const [ann, day, red] = [
    '&lt;mention id=&quot;0&quot; by=&quot;1&quot;&gt;@Ann&lt;/mention&gt;',
    '&lt;time startYear=&quot;2020&quot; startMonth=&quot;1&quot;&gt;Jan 2020&lt;/time&gt;',
    '&lt;span class=&quot;colored c-red&quot;&gt;red&lt;/span&gt;',
  ];
  const note = 'by &lt;i&gt;train&lt;/i&gt;&#xa;&lt;b&gt;then&lt;/b&gt; on foot';
  const first = read(
    opml('<ownerEmail>a@b.example</ownerEmail>', `<outline text="${ann} ${day} ${red}" _note="${note}"/>`),
  );
  const [item] = first.draft.items;
  expect([item?.fields.text, item?.fields.note]).toEqual(['@Ann Jan 2020 red', 'by *train*\n**then** on foot']);
  expect(first.report.notes.map(({ kind, what }) => `${kind}: ${what}`)).toContain(
    'kept: Tags of HTML in words are not shown.',
  );
  let { draft } = first;
  for (let way = 0; way < 2; way++) {
    const file = written(draft);
    for (const part of [ann, day, red, note]) expect(file).toContain(part);
    ({ draft } = read(file));
    expect(draft.items[0]?.fields).toMatchObject({ text: item?.fields.text, note: item?.fields.note });
  }
  // Also where nothing else is a tag.
  for (const alone of [ann, day]) {
    const one = read(opml('<ownerEmail>a@b.example</ownerEmail>', `<outline text="${alone}"/>`)).draft;
    expect(written(read(written(one)).draft)).toContain(`text="${alone}"`);
  }
  // Words that somebody changed are written as they are now.
  const items = draft.items.map((each) => ({ ...each, fields: { ...each.fields, text: 'else', note: 'other' } }));
  expect(written({ ...draft, items })).toMatch(/text="else" _note="other"/);
  // In words of anybody else these are no tags.
  expect(read(opml('', '<outline text="a &lt;time&gt; and a &lt;mention&gt;"/>')).draft.items[0]?.fields.text).toBe(
    'a <time> and a <mention>',
  );
});

const DYNALIST = '<flavor>dynalist</flavor><source>https://dynalist.io</source>';

test('[FMT-87] Dynalist: boxes, what is done and what is folded are that in Bough, and go back as they came', () => {
  const items =
    '<outline text="a" collapsed="true"><outline text="b" checkbox="true"/><outline text="c" checkbox="true" complete="true"/>' +
    '<outline text="d" complete="true"/><outline text="e" complete="false" collapsed="false" colorLabel="1"/></outline>';
  const { draft, report } = read(opml(DYNALIST, items));
  expect(draft.items.map(({ fields }) => [fields.text, fields.checkbox ?? '', fields.isFolded ?? false])).toEqual([
    ['a', '', true],
    ['b', 'open', false],
    ['c', 'done', false],
    ['d', 'done', false],
    ['e', '', false],
  ]);
  const told = report.notes.map(({ what }) => what);
  expect(told).toContain('What only OPML knows: colorLabel.');
  const attributesIn = (file: string) => [...file.matchAll(/<outline ([^>]*)>/g)].map(([, all]) => all);
  expect(attributesIn(written(draft))).toEqual([
    'text="a" collapsed="true"',
    'text="b" checkbox="true"',
    'text="c" checkbox="true" complete="true"',
    'text="d" complete="true"',
    'text="e" collapsed="false" colorLabel="1" complete="false"',
  ]);
  // Done in Bough, new in Bough, and no box any more.
  const boxes = [undefined, 'done', null, 'open', 'done'] as const;
  const changed = draft.items.map((each, at) => ({ ...each, fields: { ...each.fields, checkbox: boxes[at] ?? null } }));
  expect(attributesIn(written({ ...draft, items: changed })).slice(1)).toEqual([
    'text="b" checkbox="true" complete="true"',
    'text="c"',
    'text="d" checkbox="true"',
    'text="e" collapsed="false" colorLabel="1" checkbox="true" complete="true"',
  ]);
  // In an outline of anybody else a box is where it always was.
  const { draft: other } = read(opml('', '<outline text="x" _status="checked" collapsed="true"/>'));
  expect(attributesIn(written(other))).toEqual(['text="x" _status="checked" collapsed="true"']);
});
