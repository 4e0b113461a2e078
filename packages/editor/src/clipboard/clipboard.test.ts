import { check, childrenOf } from '@bough/map';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkItems } from '../commands/edits/links.ts';
import { addressIn, droppedAs } from './dropped.ts';
import { sizeOnMap } from './size-on-map.ts';
import { type OutlineNode, parseOutline, writeMarkdown } from '../commands/edits/outline.ts';
import { Table, TREES } from '../testing/table.ts';
import { pasteBranches, writeBranches } from './branches.ts';
import { hasList, writeHtml } from './html-outline.ts';
import { parseHtml } from './read-html.ts';

const leaf = (text: string): OutlineNode => ({ text, checkbox: null, children: [] });
const word = fc.stringMatching(/^[a-zäöü日本<>&"]{1,8}$/);
const trees = fc.array(fc.tuple(word, fc.nat(3)), { minLength: 1, maxLength: 12 }).map((rows) => {
  let depth = -1;
  const lines = rows.map(([text, wanted]) => {
    depth = Math.min(depth + 1, wanted);
    return '\t'.repeat(depth) + text;
  });
  return parseOutline(lines.join('\n'));
});

describe('clipboard', () => {
  it('[EDIT-23] branches are pasted with all that they have, links between them too', () => {
    const on = new Table(TREES);
    const [oak, bark, ash] = [on.named('oak'), on.named('bark'), on.named('ash')];
    on.take({ ops: [{ kind: 'set', id: oak, fields: { note: 'old', shape: 'box', colour: '3' } }] });
    on.take(linkItems(on.world(), oak, bark));
    on.take(linkItems(on.world(), oak, ash));
    const text = writeBranches(on.map, new Set([oak, bark]));
    on.select('elm');
    on.take(pasteBranches(on.world(), text));
    expect(on.outline).toContain('elm\n\t\toak\n\t\t\tacorn\n\t\t\tbark\n\t\t\tleaf');
    const [copy] = childrenOf(on.map, on.named('elm'));
    expect(copy === undefined ? null : on.map.items.get(copy)).toMatchObject({ note: 'old', shape: 'box' });
    expect(on.map.links.size).toBe(3);
    expect(check(on.map)).toEqual([]);
  });

  it('[EDIT-23] what is none of ours, or was tampered with, is refused whole', () => {
    const on = new Table(TREES);
    on.select('elm');
    const items = (fields: object): string =>
      JSON.stringify({ bough: 'branches', items: [{ parent: null, fields }], links: [] });
    expect(pasteBranches(on.world(), items({ text: 'fine' }))).not.toBeNull();
    for (const text of [
      ...['', 'null', '[]', '{"bough":"branches"}', items({ text: 1 }), items({ href: 'javascript:alert(1)' })],
      ...[items({ nonsense: 1 }), '{"bough":"branches","items":[{"parent":3,"fields":{}}],"links":[]}'],
    ]) {
      expect(pasteBranches(on.world(), text), text).toBeNull();
    }
    fc.assert(fc.property(fc.jsonValue(), (value) => pasteBranches(on.world(), JSON.stringify(value)) === null));
  });

  it('[EDIT-24] nested lists of HTML are a tree, whatever stands around them; nothing in them is run', () => {
    const html = `<meta charset="utf-8"><style>li{}</style><h2>Food</h2><ul><li><b>Fruit</b> &amp; more<ol><li>Apple</li>
      <li>Pear <a href="https://example.org/p">page</a><script>alert(1)</script></li></ol></li><li>Bread</li></ul>`;
    expect(parseHtml(html)).toEqual([
      {
        ...leaf('Food'),
        children: [
          { ...leaf('**Fruit** & more'), children: [leaf('Apple'), leaf('Pear [page](https://example.org/p)')] },
          leaf('Bread'),
        ],
      },
    ]);
    expect([hasList('<p>just words</p>'), hasList('<ul><LI>a')]).toEqual([false, true]);
    expect(parseHtml('<ul><li>a</ul></ul></ul><li>b')).toHaveLength(2);
  });

  it('[EDIT-24] the lists that copy writes are read as they were', () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        expect(parseHtml(writeHtml(nodes))).toEqual(nodes);
      }),
    );
    expect(writeHtml([leaf('**a** <b>')])).toBe('<ul><li><b>a</b> &lt;b&gt;</li></ul>');
  });

  it('[EDIT-24] Markdown lists are read as they were written', () => {
    const nodes = parseOutline(TREES);
    expect(parseOutline(writeMarkdown(nodes))).toEqual(nodes);
    expect(writeMarkdown([{ text: 'a', checkbox: 'done', children: [leaf('b')] }])).toBe('- [x] a\n  - b');
  });

  it('[EDIT-25] files are told apart, images stand no larger than is good, addresses are read alone', () => {
    expect(droppedAs({ type: 'image/png', name: 'x' })).toBe('image');
    expect(droppedAs({ type: '', name: 'list.txt' })).toBe('outline');
    for (const name of ['list.md', 'a.mm', 'b.OPML', 'c.xmind', 'd.canvas', 'e.bough.json', 'f.mmd']) {
      expect([name, droppedAs({ type: 'text/plain', name })]).toEqual([name, 'map']);
    }
    expect(droppedAs({ type: 'application/zip', name: 'x.zip' })).toBe('unknown');
    expect(sizeOnMap(1000, 500)).toEqual({ width: 320, height: 160 });
    expect(sizeOnMap(10, 20)).toEqual({ width: 10, height: 20 });
    expect(addressIn('# a comment\r\nhttps://example.org/a\r\n')).toBe('https://example.org/a');
    expect(addressIn('javascript:alert(1)')).toBeNull();
  });
});
