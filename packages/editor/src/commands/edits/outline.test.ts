import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OutlineNode, parseOutline, writeOutline } from './outline.ts';

const words = fc
  .string({ unit: fc.constantFrom('a', 'b', '木', '🌳', ' ', '\n'), minLength: 1, maxLength: 8 })
  .map((text) => `x${text.replace(/ +$/, '')}x`);
const nodeTo: (depth?: number) => fc.Arbitrary<OutlineNode> = fc.memo((depth) =>
  fc.record({
    text: words,
    checkbox: fc.constantFrom(null, 'open' as const, 'done' as const),
    children: depth > 1 ? fc.array(nodeTo(), { maxLength: 3 }) : fc.constant([]),
  }),
);

describe('outline', () => {
  it('[EDIT-20] what is written is read as it was, line breaks and check boxes included', () => {
    fc.assert(
      fc.property(fc.array(nodeTo(4), { maxLength: 4 }), (nodes) => {
        expect(parseOutline(writeOutline(nodes))).toEqual(nodes);
      }),
    );
  });

  it('[EDIT-21] Markdown lists, numbers, check boxes and headings make a tree', () => {
    const tree = parseOutline('# Trees\n\n- oak\n  - acorn\n* [x] ash\n## Old\n1. yew\n   2) root\n');
    expect(writeOutline(tree)).toBe('Trees\n\toak\n\t\tacorn\n\t[x] ash\n\tOld\n\t\tyew\n\t\t\troot');
  });

  it('[EDIT-21] any text gives some tree, and every line with words is in it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '#', '-', ' ', '\t', '\n', '1', '.'), maxLength: 40 }),
        (text) => {
          const count = (nodes: readonly OutlineNode[]): number =>
            nodes.reduce((sum, one) => sum + 1 + count(one.children), 0);
          expect(count(parseOutline(text))).toBe(text.split('\n').filter((line) => line.trim() !== '').length);
        },
      ),
    );
  });
});
