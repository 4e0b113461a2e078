import { must, utf8Encode } from '@bough/base';
import { expect, test } from 'vitest';
import { readFile } from './read-file.ts';

// Documents that have pieces of other formats in them, or words that those begin with, are still what they are.

function read(name: string, source: string): { format: string; texts: readonly string[] } {
  const { format, draft } = must(readFile(name, utf8Encode(source)));
  return { format, texts: draft.items.map(({ fields }) => fields.text) };
}

const FENCED = (language: string, code: string): string =>
  `# Notes\n\n- how\n\n  \`\`\`${language}\n  ${code}\n  \`\`\`\n\n- more\n`;

test('[FMT-42] a diagram in a fence or a block is a note of the document around it, which is not lost', () => {
  for (const code of ['@startmindmap\n  * x\n  @endmindmap', '@startuml\n  A -> B\n  @enduml', 'mindmap\n    x']) {
    for (const name of ['notes.md', 'notes.txt', 'notes']) {
      expect(read(name, FENCED('plantuml', code))).toEqual({ format: 'markdown', texts: ['Notes', 'how', 'more'] });
    }
    const org = `* Notes\n** how\n#+BEGIN_SRC plantuml\n${code}\n#+END_SRC\n** more\n`;
    for (const name of ['notes.org', 'notes.txt']) {
      expect(read(name, org)).toEqual({ format: 'org', texts: ['Notes', 'how', 'more'] });
    }
  }
  expect(read('answer.txt', '```plantuml\n@startmindmap\n* x\n** y\n@endmindmap\n```\n')).toEqual({
    format: 'plantuml',
    texts: ['x', 'y'],
  });
});

test('[FMT-42] a line that begins a diagram begins none inside a document, a table or an outline', () => {
  expect(read('a.md', '# R\n\nsee\n@startuml\nthere\n').format).toBe('markdown');
  expect(read('a.org', '* R\n@startuml\n** x\n').format).toBe('org');
  expect(read('a.csv', 'number,parent,text\n1,,"a\n@startuml"\n').format).toBe('csv');
  expect(read('a.txt', 'R\n\t@startuml\n').texts).toEqual(['R', '@startuml']);
  expect(read('a.mmd', 'mindmap\n  R\n    @startuml\n').texts).toEqual(['R', '@startuml']);
});

test('[FMT-42] a comment before a document, an arrow and a heart are no markup', () => {
  expect(read('a.md', '<!-- lint off -->\n# Notes\n- a\n').format).toBe('markdown');
  expect(read('a.txt', '<!-- one -->\n<!-- two -->\n\n# Notes\n- a\n').format).toBe('markdown');
  expect(read('a.txt', '<3 love\n\tmore').texts).toEqual(['<3 love', 'more']);
  expect(read('a.txt', '<- left\n\tmore').texts).toEqual(['<- left', 'more']);
  expect(read('a.mm', '<!-- FreeMind -->\n<map><node TEXT="a"/></map>').format).toBe('mm');
});

test('[FMT-42] lines that begin with the word timeline or journey are lines', () => {
  for (const word of ['timeline', 'journey', 'gantt']) {
    expect(read('plan.txt', `${word}\n\t1990\n\t1991\n`).texts).toEqual([word, '1990', '1991']);
    expect(read('plan.txt', `${word} of my life\n\t1990\n`).format).toBe('outline');
  }
  for (const source of [
    'timeline\n  title History\n  2002 : LinkedIn\n',
    'journey\n  section Work\n    Tea: 5: Me\n',
  ]) {
    expect(readFile('x.mmd', utf8Encode(source))).toMatchObject({ ok: false });
    expect(readFile('x.txt', utf8Encode(source))).toMatchObject({ ok: false });
  }
});

/** In an encoding of one byte a letter: ASCII, and these. */
function inBytes(text: string, letters: Readonly<Record<string, number>>): Uint8Array {
  return Uint8Array.from(text, (letter) => letters[letter] ?? letter.charCodeAt(0));
}

const CYRILLIC = { П: 0xcf, р: 0xf0, и: 0xe8, в: 0xe2, е: 0xe5, т: 0xf2 };

test('[FMT-16] XML and web pages are read in the encoding that they declare, and what is UTF-8 all the same as that', () => {
  const first = (name: string, bytes: Uint8Array): readonly unknown[] => {
    const { draft, report } = must(readFile(name, bytes));
    return [draft.items[0]?.fields.text, report.notes.map(({ what }) => what)];
  };
  const mm = (encoding: string, text: string): string =>
    `<?xml version="1.0" encoding="${encoding}"?>\n<map version="1.0.1"><node TEXT="${text}"/></map>`;
  expect(first('a.mm', inBytes(mm('windows-1251', 'Привет'), CYRILLIC))).toEqual(['Привет', []]);
  expect(first('a.mm', inBytes(mm('ISO-8859-15', '5 €'), { '€': 0xa4 }))).toEqual(['5 €', []]);
  const gbk = utf8Encode(mm('GBK', '??'));
  gbk.set([0xd6, 0xd0], gbk.indexOf(0x3f, 40));
  expect(first('a.mm', gbk)).toEqual(['中', []]);
  expect(first('a.mm', utf8Encode(mm('windows-1251', 'Привет')))).toEqual(['Привет', []]);
  const page = '<html><head><meta charset="windows-1251"></head><body><h1>Привет</h1><ul><li>a</li></ul></body></html>';
  expect(first('a.html', inBytes(page, CYRILLIC))).toEqual(['Привет', []]);
  const unsaid = ['Bytes that are no UTF-8 were read as windows-1252.'];
  for (const encoding of ['utf-8', 'unheard-of', 'hz-gb-2312']) {
    expect(first('a.mm', inBytes(mm(encoding, 'é'), { é: 0xe9 }))).toEqual(['é', unsaid]);
  }
});
