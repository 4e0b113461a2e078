import { expect, test } from 'vitest';
import { findInTexts } from './find-in-texts.ts';
import { distinctWords, packLines, textsOf, unpackLines } from './map-texts.ts';
import { parseQuery, wordsIn } from './words.ts';

async function found(query: string, ...texts: string[]): Promise<boolean> {
  const parsed = parseQuery(query);
  const read = texts.map((text, n) => ({ item: n === 0 ? null : `item${n}`, text: text.normalize('NFC') }));
  if (parsed === null) return false;
  const words = new Set(await distinctWords(read));
  const isIndexed =
    parsed.words.every((word) => words.has(word)) &&
    (parsed.prefix === null || [...words].some((word) => word.startsWith(parsed.prefix ?? '')));
  // The index and the texts say the same.
  expect([query, (await findInTexts(read, parsed)) !== null]).toEqual([query, isIndexed]);
  return isIndexed;
}

test('[GW-84] words are found without case, accents and width, the last one by its beginning', async () => {
  const title = 'Die Ähren im Straßenbau';
  const item = 'Crème Brûlée, ｆｕｌｌ　ｗｉｄｔｈ and I18N_tests';
  for (const query of [
    'ähren',
    'AHREN',
    'ahr',
    'strassenbau',
    'straße',
    'creme brul',
    'full wid',
    'i18n_t',
    'brulee die',
  ]) {
    expect([query, await found(query, title, item)]).toEqual([query, true]);
  }
  for (const query of ['hren', 'creme bru die x', 'strasse ', 'widt ', 'oak']) {
    expect([query, await found(query, title, item)]).toEqual([query, false]);
  }
  // Accents that stand behind their letter, as some keyboards write them.
  expect(await found('café', 'cafe\u0301 au lait')).toBe(true);
  expect(await found('cafe\u0301', 'CAFÉ')).toBe(true);
});

test('[GW-84] languages without spaces are found by any two neighbouring letters', async () => {
  const title = '東京都の日本語学校';
  for (const query of ['東京', '日本語', '本語学', '校', '学校', '東京 日本', 'の日']) {
    expect([query, await found(query, title)]).toEqual([query, true]);
  }
  for (const query of ['京東', '日語', '大阪', '語本'])
    expect([query, await found(query, title)]).toEqual([query, false]);
  expect(await found('สวัส', 'สวัสดีครับ')).toBe(true);
  expect(await found('한국', '한국어 사전')).toBe(true);
  expect(await found('カタ', 'ｶﾀｶﾅ')).toBe(true);
});

test('[GW-84] nothing that is no word is looked for', () => {
  for (const query of ['', '  ', '!?', '…']) expect(parseQuery(query)).toBeNull();
  expect(parseQuery('a '.repeat(100))?.words).toEqual(['a']);
  expect(parseQuery('x'.repeat(200))?.prefix).toHaveLength(40);
});

test('[GW-84] what is marked is what was found, in the text as it is', async () => {
  const query = parseQuery('brulee stra') ?? { words: [], prefix: null };
  const text = `${'Lorem ipsum dolor sit amet. '.repeat(10)}Crème Brûlée in der Straße`.normalize('NFC');
  const hit = (await findInTexts([{ item: 'a', text }], query))?.hits[0];
  expect(hit?.text.length).toBeLessThanOrEqual(160);
  expect(hit?.marks.map(([from, to]) => hit.text.slice(from, to))).toEqual(['Brûlée', 'Straße']);
  const pairs = (await findInTexts([{ item: 'a', text: '東京都の日本語学校' }], parseQuery('日本語') ?? query))
    ?.hits[0];
  expect(pairs?.marks.map(([from, to]) => pairs.text.slice(from, to))).toEqual(['日本語']);
});

test('[GW-84] titles and texts that have more of the words come first', async () => {
  const texts = [
    { item: null, text: 'Oak' },
    { item: 'a', text: 'An oak' },
    { item: 'b', text: 'An oak tree' },
    { item: 'b', text: 'its note: trees' },
  ];
  const result = await findInTexts(texts, parseQuery('oak tree') ?? { words: [], prefix: null });
  expect(result).toMatchObject({ isTitle: false, best: 2 });
  expect(result?.hits.map(({ item }) => item)).toEqual(['b', 'b']);
  expect((await findInTexts(texts, parseQuery('oak') ?? { words: [], prefix: null }))?.isTitle).toBe(true);
});

test('[GW-84] where items have all of the words, with their notes, those alone are listed and counted; else what has some of them', async () => {
  const query = parseQuery('leaf 3.a') ?? { words: [], prefix: null };
  const leaves = ['leaf 0.a', 'leaf 3.a', 'leaf 3.b', 'Topic 3', 'leaf 13.a'];
  const texts = leaves.map((text, n) => ({ item: `item${n}`, text }));
  const noted = [...texts, { item: 'item3', text: 'a note on a leaf' }];
  const leaf = await findInTexts(noted, query);
  expect(leaf?.hits.map(({ item, text }) => [item, text])).toEqual([
    ['item1', 'leaf 3.a'],
    ['item3', 'a note on a leaf'],
    ['item3', 'Topic 3'],
  ]);
  expect(leaf?.matches).toBe(2);
  const apart = await findInTexts(
    [{ item: null, text: 'Leaf' }, ...texts.slice(3, 4), { item: 'x', text: 'a' }],
    query,
  );
  expect([apart?.hits.length, apart?.matches]).toEqual([3, 2]);
});

test('[GW-84] lines are read as docstore writes them, packed and unpacked', async () => {
  const lines = '[null,"A title"]\n["abc","two\\nlines"]\n["abc","note"]';
  expect(textsOf(await unpackLines(await packLines(lines)))).toEqual([
    { item: null, text: 'A title' },
    { item: 'abc', text: 'two\nlines' },
    { item: 'abc', text: 'note' },
  ]);
  expect(textsOf('')).toEqual([]);
  expect(wordsIn('')).toEqual([]);
  const many = Array.from({ length: 70_000 }, (_each, n) => `word${n}`).join(' ');
  const texts = [{ item: null, text: many }];
  expect(await distinctWords(texts)).toEqual(Array.from({ length: 60_000 }, (_each, n) => `word${n}`));
});
