import { must, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { Dice } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import type { WritableFormat } from './formats.ts';
import { type FileRead, readFile } from './read-file.ts';
import type { DraftItem } from './shared/draft.ts';
import { plainWords } from './shared/text/plain-words.ts';
import { writeFile } from './write-file.ts';

const making = { ids: new Dice(3).ids, random: seededRandom(3) };

function read(name: string, text: string): FileRead {
  return must(readFile(name, utf8Encode(text)));
}

function treeOf({ draft }: FileRead): string[] {
  return draft.items.map(({ level, fields }) => '  '.repeat(level - 1) + fields.text);
}

function fieldsOf({ draft }: FileRead, text: string): object {
  const { foreign: _, ...fields } = draft.items.find((item) => item.fields.text === text)?.fields ?? { text: 'none' };
  return fields;
}

function told({ report }: FileRead, kind: string): string[] {
  return report.notes.filter((note) => note.kind === kind).map(({ what }) => what);
}

function written(format: WritableFormat, items: readonly DraftItem['fields'][]): string {
  const all = items.map((fields, i) => ({ key: `k${i}`, level: i === 0 ? 1 : 2, fields }));
  const map = must(mapOf({ settings: { title: 'T' }, items: all, links: [], files: new Map() }, making));
  return tryUtf8Decode(writeFile(format, map).bytes) ?? '';
}

test('[FMT-44] PlantUML: signs or indents for levels, colours, no box, several lines, sides and styles', () => {
  const file = read(
    'x.puml',
    [
      '@startmindmap',
      "' a comment",
      'title A title',
      '<style>',
      'node { LineColor red }',
      '</style>',
      '*[#Orange] **Root** and //more//',
      '**_ no box <U+221E> <&flag>',
      '**[#abc]:several',
      'lines;',
      '*** one\\ntwo <<rare>>',
      'left side',
      '** [[https://example.org words]]',
      "/' hidden '/",
      '@endmindmap',
    ].join('\n'),
  );
  expect(treeOf(file)).toEqual(['**Root** and *more*', '  no box ∞ <&flag>', '  several\nlines', '    one\ntwo', '  [words](https://example.org)']); // prettier-ignore
  expect(fieldsOf(file, '**Root** and *more*')).toMatchObject({ colour: '#ffa500' });
  expect(fieldsOf(file, 'no box ∞ <&flag>')).toMatchObject({ shape: 'none' });
  expect(fieldsOf(file, 'several\nlines')).toMatchObject({ colour: '#aabbcc' });
  expect(file.draft.items[4]?.fields).toMatchObject({ side: 'left' });
  expect(file.draft.settings.title).toBe('A title');
  expect(told(file, 'kept')).toEqual(['How the diagram looks, and what stands around it.', 'What only PlantUML knows: style.']); // prettier-ignore
});

test('[FMT-44] PlantUML: plus and minus are sides, one sign with an indent is Markdown, and a second map is told', () => {
  const sides = read(
    'x',
    '@startmindmap\n+ OS\n++ right\n-- left\n--- deeper\n@endmindmap\n@startmindmap\n* b\n@endmindmap\n',
  );
  expect(treeOf(sides)).toEqual(['OS', '  right', '  left', '    deeper']);
  expect(sides.draft.items.map(({ fields }) => fields.side)).toEqual([undefined, 'right', 'left', undefined]);
  expect(told(sides, 'lost')).toEqual(['Further mindmaps in the same file.']);
  expect(treeOf(read('x', '@startmindmap\n* a\n\t* b\n\t\t* c\n\t* d\n@endmindmap'))).toEqual([
    'a',
    '  b',
    '    c',
    '  d',
  ]);
});

test('[FMT-44] PlantUML is written with words that mean nothing to it', () => {
  const texts = ['root', ': colon; and <b>', '**whole** *part*', '@endmindmap', 'a//b https://example.org/x--y', '- - ;', '', 'two\nlines;', '~tilde **not** x']; // prettier-ignore
  const source = written(
    'plantuml',
    texts.map((text) => ({ text })),
  );
  expect(source.split('\n').filter((line) => line.startsWith('@'))).toEqual(['@startmindmap', '@endmindmap']);
  // PlantUML refuses a diagram with an item that has no words.
  expect(source.split('\n')).toContain('** <U+00A0>');
  expect(treeOf(read('x', source)).map((line) => line.trim().replace('\u00a0', ''))).toEqual([
    'root',
    ': colon; and <b>',
    '**whole** *part*',
    '@endmindmap',
    'a//b https://example.org/x--y',
    '- - ;',
    '',
    'two\n  lines;'.replace('  ', ''),
    '~tilde **not** x',
  ]);
});

test('[FMT-44] PlantUML takes a backslash before a t for a tab and a dash for a hyphen, unless they are written otherwise', () => {
  const texts = ['root', String.raw`C:\temp \top`, 'pages 31–40', String.raw`\name`];
  const source = written(
    'plantuml',
    texts.map((text) => ({ text })),
  );
  expect(source).not.toMatch(/\\|–|<U\+005C>t/);
  expect(treeOf(read('x', source)).map((line) => line.trim())).toEqual(texts);
});

test('[FMT-45] Org gets code with the signs that it has, and what would be a link or a date there as words', () => {
  const texts = ['root', '`a = b`', '`a=b`, `c~ =d=`', 'see <http://example.org/> and <2026-01-02>', '`= ~ both = ~`'];
  const source = written(
    'org',
    texts.map((text) => ({ text })),
  );
  expect(source).toContain('~a = b~');
  expect(source).toContain('=a=b=');
  expect(source).not.toMatch(/≡|<http|<2026/);
  const words = treeOf(read('x', source)).map((line) => plainWords(line.trim()));
  expect(words).toEqual(texts.map(plainWords));
});

test('[FMT-45] Org: headlines, lists, tasks, links and marks; what only Org knows is kept and goes back', () => {
  const source = [
    '#+TITLE: Trip',
    '#+TODO: IDEA | TAKEN',
    '',
    '* Before :travel:',
    ':PROPERTIES:',
    ':ID: abc',
    ':VISIBILITY: folded',
    ':EFFORT: 2',
    ':END:',
    'Where to *go* and [[https://example.org][why]].',
    '** IDEA [#A] pack',
    'DEADLINE: <2026-05-01 Fri>',
    '- [X] shoes',
    '  - laces',
    '- [ ] coat',
    '** DONE book /now/ 2*3*4',
    '#+begin_src sh',
    '* no headline',
    '#+end_src',
    '',
  ].join('\n');
  const file = read('x.txt', source);
  expect(file.format).toBe('org');
  expect(treeOf(file)).toEqual(['Before', '  pack', '    shoes', '      laces', '    coat', '  book *now* 2\\*3\\*4']);
  expect(fieldsOf(file, 'Before')).toEqual({ text: 'Before', isFolded: true, note: 'Where to **go** and [why](https://example.org).' }); // prettier-ignore
  expect(file.draft.items.map(({ fields }) => fields.checkbox)).toEqual([undefined, 'open', 'done', undefined, 'open', 'done']); // prettier-ignore
  expect(file.draft.items[5]?.fields.note).toBe('```\n* no headline\n```');
  expect(file.draft.settings.title).toBe('Trip');
  const back = tryUtf8Decode(writeFile('org', must(mapOf(file.draft, making))).bytes) ?? '';
  for (const line of ['#+TODO: IDEA | TAKEN', '* Before :travel:', ':EFFORT: 2', '** IDEA [#A] pack', 'DEADLINE: <2026-05-01 Fri>', '** DONE book /now/ 2*3*4']) expect(back.split('\n')).toContain(line); // prettier-ignore
});

test('[FMT-45] Org is written with words that mean nothing to it', () => {
  const note = '* no headline\n- no list\n#+title: no keyword\n:drawer:\n  indented\nplain *slanted*';
  const texts = ['root', 'TODO not a task', 'words :tag:', '[#A] x', '', '*star* /slash/', '*real* **bold**'];
  const source = written('org', texts.map((text, i) => ({ text: text.replace('*star*', '\\*star\\*'), ...(i === 1 ? { note } : {}) }))); // prettier-ignore
  const file = read('x.org', source);
  expect(treeOf(file).map((line) => line.trim())).toEqual(['root', 'TODO not a task', 'words :tag:', '[#A] x', '', '\\*star\\* /slash/', '*real* **bold**']); // prettier-ignore
  expect(file.draft.items[1]?.fields.note?.replaceAll('\\', '')).toBe(note);
  expect(file.draft.items.every(({ fields }) => fields.checkbox === undefined)).toBe(true);
});

test('[FMT-45] Org gets addresses as they are, and the line with which underscores, carets and dashes mean nothing', () => {
  const texts = [
    'root',
    'https://example.org/a_b?c=d&e=f',
    'see https://example.org/-_x_-/~you~ and _more_.',
    '**https://example.org/x_**',
    'snake_case_word ^caret^ --- ...',
  ];
  const source = written(
    'org',
    texts.map((text) => ({ text })),
  );
  expect(source).toContain('** https://example.org/a_b?c=d&e=f\n');
  expect(source).toContain('https://example.org/-_x_-/~you~ and');
  expect(source.split('\n')).toContain('#+OPTIONS: ^:nil -:nil');
  const file = read('x.org', source);
  expect(treeOf(file).map((line) => plainWords(line.trim()))).toEqual(texts.map(plainWords));
  expect(file.report.notes).toEqual([]);
  expect(written('org', [{ text: 'root' }])).not.toContain('#+OPTIONS');
  const theirs = read('x.org', '#+OPTIONS: ^:t\n\n* a_b\n');
  const back = tryUtf8Decode(writeFile('org', must(mapOf(theirs.draft, making))).bytes) ?? '';
  expect(back.indexOf('^:nil')).toBeLessThan(back.indexOf('^:t'));
});

test('[FMT-47] KityMinder: nodes with their members, priorities, progress, notes and images', () => {
  const png = 'data:image/png;base64,iVBORw==';
  const data = (id: string, text: string, more: object = {}): object => ({ id, created: 1, text, ...more });
  const children = [
    { data: data('b', '*pears*', { priority: 2, progress: 9, note: 'ripe **soon**', hyperlink: 'https://example.org', resource: ['fruit'] }), children: [] }, // prettier-ignore
    { data: data('c', 'cellar', { image: png, imageSize: { width: 40, height: 20 }, expandState: 'collapse', progress: 5, 'font-weight': 'bold' }) }, // prettier-ignore
  ];
  const source = JSON.stringify({ root: { data: data('a', 'Orchard'), children }, template: 'right', theme: 'fish', version: '1.4.43' }); // prettier-ignore
  const file = read('x.km', source);
  expect(treeOf(file)).toEqual(['Orchard', '  \\*pears\\*', '  **cellar**']);
  expect(fieldsOf(file, '\\*pears\\*')).toMatchObject({ icon: '2️⃣', checkbox: 'done', note: 'ripe **soon**', href: 'https://example.org' }); // prettier-ignore
  expect(fieldsOf(file, '**cellar**')).toMatchObject({ isFolded: true, image: { width: 40, height: 20 } });
  expect([...file.draft.files.values()]).toEqual([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)]);
  expect(told(file, 'kept')).toEqual([
    'What only KityMinder knows: resource.',
    'What only KityMinder knows: progress.',
  ]);
  const back = JSON.parse(
    tryUtf8Decode(writeFile('kityminder', must(mapOf(file.draft, making))).bytes) ?? '',
  ) as object;
  expect(back).toMatchObject({ template: 'right', theme: 'fish', root: { data: { text: 'Orchard' }, children: [{ data: { text: '*pears*', priority: 2, progress: 9, resource: ['fruit'] } }, { data: { text: 'cellar', progress: 5, 'font-weight': 'bold' } }] } }); // prettier-ignore
});

test('[FMT-46] CSV: by the numbers of parents in any order, by levels, by a column for each level', () => {
  expect(treeOf(read('x.csv', 'Name;ID;Parent ID\nc;3;2\nb;2;1\n"a ""x""\nb";1;\nlost;4;9\n'))).toEqual(['a "x"\nb', '  b', '    c', 'lost']); // prettier-ignore
  expect(treeOf(read('x.csv', 'Level,Title\r\n1,a\r\n2,b\r\n4,c\r\n2,d\r\n'))).toEqual(['a', '  b', '    c', '  d']);
  expect(treeOf(read('x.csv', 'level0,level1,level2,notes\na,,,\n,b,,ripe\n,,c,\n,d,,\n'))).toEqual([
    'a',
    '  b',
    '    c',
    '  d',
  ]);
  expect(treeOf(read('x.csv', 'Central Topic,Main Topic,Subtopic 1\na,b,c\na,b,d\na,e,\nf,b,\n'))).toEqual(['a', '  b', '    c', '    d', '  e', 'f', '  b']); // prettier-ignore
  const tree = read('x.txt', 'number,parent,level,text,note,link,box,colour,icon\r\n1,,1,root,,#2,done,#aa0000,💡\r\n2,1,2,\'=1+1,,https://example.org,,,\r\n'); // prettier-ignore
  expect(treeOf(tree)).toEqual(['root', '  =1+1']);
  expect(fieldsOf(tree, 'root')).toEqual({ text: 'root', href: 'item:row 2', checkbox: 'done', colour: '#aa0000', icon: '💡' }); // prettier-ignore
  expect(told(tree, 'approximated')).toEqual([]);
});

test('[FMT-46] what columns mean is said where it was guessed, and what nothing stands for is told', () => {
  const steps = read('x.csv', 'a,,\n,b,\n,,c\n,d,\n');
  expect(treeOf(steps)).toEqual(['a', '  b', '    c', '  d']);
  expect(told(steps, 'approximated')).toEqual(['What the columns mean was guessed: each one is a level.']);
  const ways = read('x.csv', 'a,b,c\na,b,d\na,e,f\n');
  expect(treeOf(ways)).toEqual(['a', '  b', '    c', '    d', '  e', '    f']);
  const people = read('x.csv', 'Name,Phone,Notes\nAnn,12,kind\nBob,34,\n');
  expect(treeOf(people)).toEqual(['Ann', 'Bob']);
  expect(people.draft.items[0]?.fields.note).toBe('kind\nPhone: 12');
  expect(told(people, 'approximated')).toEqual(['What the columns mean was guessed: one became the items, the others their notes.']); // prettier-ignore
  const odd = read('x.csv', 'ID,Parent,Text,Weight\n1,2,a,9\n2,1,b,\n');
  expect(told(odd, 'lost')).toEqual(['A column that nothing in a map stands for.']);
  expect(told(odd, 'repaired')).toEqual(['A row whose parent is not there, or below itself, became a root.']);
});

test('[FMT-80] an item without words keeps its place in indented text, and what is below it stays there', () => {
  const tree = read(
    'x.mm',
    '<map><node TEXT="root"><node TEXT=""><node TEXT="below"/></node><node TEXT="last"/></node></map>',
  );
  const text = tryUtf8Decode(writeFile('outline', must(mapOf(tree.draft, making))).bytes) ?? '';
  expect(text).toBe('root\n\t\u00a0\n\t\tbelow\n\tlast\n');
  expect(treeOf(read('x.txt', text))).toEqual(['root', '  ', '    below', '  last']);
});
