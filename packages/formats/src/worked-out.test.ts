import { must, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { Dice } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import type { WritableFormat } from './formats.ts';
import { readFile } from './read-file.ts';
import { writeFile } from './write-file.ts';

const dice = new Dice(7);
const making = { ids: dice.ids, random: seededRandom(7) };

/** A map of these words below a root, written in a format. */
function written(format: WritableFormat, words: readonly string[]): string {
  const canvas = {
    nodes: ['Root', ...words].map((text, i) => ({ id: `n${i}`, type: 'text', text })),
    edges: words.map((_, i) => ({ id: `e${i}`, fromNode: 'n0', toNode: `n${i + 1}` })),
  };
  const { draft } = must(readFile('x.canvas', utf8Encode(JSON.stringify(canvas))));
  return tryUtf8Decode(writeFile(format, must(mapOf(draft, making))).bytes) ?? '';
}

function wordsOf(name: string, source: string): readonly string[] {
  return must(readFile(name, utf8Encode(source))).draft.items.map(({ fields }) => fields.text);
}

const WORDS = ['=7*6', "'tis", "''two", '=', '**=1+2**', '=1 **b**', "'q' *i*", 'a = b'];

test('[FMT-76] no words of a map are a formula for Freeplane, and all come back', () => {
  const file = written('mm', WORDS);
  expect([...file.matchAll(/TEXT="([^"]*)"/g)].map(([, text]) => text)).toEqual([
    'Root',
    "'=7*6",
    "''tis",
    "'''two",
    '=',
    "'=1+2",
    'a = b',
  ]);
  expect(file.match(/<p>(?:&apos;|')(?:=1|(?:&apos;|')q)/g)).toHaveLength(2);
  expect(wordsOf('x.mm', file)).toEqual(['Root', ...WORDS]);
  // Neither FreeMind nor Coggle works words out.
  expect(written('freemind', ['=7*6'])).toContain('TEXT="=7*6"');
});

test('[FMT-76] a formula of Freeplane goes back as it came, while its words are the same', () => {
  const source =
    '<map version="freeplane 1.7.0"><node TEXT="Root" ID="ID_1"><node TEXT="=7*6" ID="ID_2"/><node TEXT="\'=1" ID="ID_3"/></node></map>';
  const { draft, report } = must(readFile('x.mm', utf8Encode(source)));
  expect(draft.items.map(({ fields }) => fields.text)).toEqual(['Root', '=7*6', '=1']);
  expect(report.notes).toMatchObject([{ kind: 'kept', what: 'A formula of Freeplane.', example: '=7*6' }]);
  const again = tryUtf8Decode(writeFile('mm', must(mapOf(draft, making))).bytes) ?? '';
  expect(again).toContain('TEXT="=7*6"');
  expect(again).toMatch(/TEXT="(?:&apos;|')=1"/);
});

test('[FMT-76] no words of a map end a PlantUML map or are run by it', () => {
  const words = [
    'see\n@enduml\nthere',
    '@endmindmap',
    'home %getenv("HOME") 50 % 20%',
    '[a](https://a.org/%date(1))',
    'x',
  ];
  const file = written('plantuml', words);
  expect(file.match(/^[ \t]*@/gm)).toHaveLength(2);
  expect(file).not.toMatch(/%(?:getenv|date\()/);
  const [root, one, two, three, , last] = wordsOf('x.puml', file);
  expect([root, one, two, three, last]).toEqual(['Root', ...words.slice(0, 3), 'x']);
});

test('[FMT-23] an address that Markdown has no place for stands behind its words', () => {
  const source =
    '@startmindmap\n* Root\n** [[https://a.org/(b words]] more\n** <b>[[https://a.org/(b words]]</b>\n@endmindmap\n';
  expect(wordsOf('x.puml', source)).toEqual(['Root', 'words https://a.org/(b more', 'words https://a.org/(b']);
});

test('[FMT-76] two signs that begin a comment or an order of Mermaid are words inside of an item', () => {
  const words = ['50 %% off', '%% comment', '%%{init: {"theme":"dark"}}%%'];
  const file = written('mermaid', words);
  expect(file).not.toContain('%%');
  expect(wordsOf('x.mmd', file)).toEqual(['Root', ...words]);
  const others =
    'mindmap\n  %% a comment\n  Root\n    n1["50 %% off today"]\n    plain 100%% sure\n    n3[box] %% a comment\n';
  expect(wordsOf('x.mmd', others)).toEqual(['Root', '50 %% off today', 'plain 100%% sure', 'box']);
});
