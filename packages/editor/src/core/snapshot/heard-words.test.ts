import { describe, expect, it } from 'vitest';
import { heardWords } from './heard-words.ts';
import { texWords } from './tex-words.ts';

const heard = (text: string): string => heardWords({ text }, (words) => `${words} (web link)`);

describe('words as they are heard', () => {
  it('[EDIT-101] marks are not told, and formulas are told in signs', () => {
    expect(heard('**bold** and $x^2+\\frac{1}{2}$')).toBe('bold and x² + 1/2');
    expect(heard('# Head\n~~no~~ `code` *so*')).toBe('Head\nno code so');
    expect(heard('plain, 5 * 3 and a_b')).toBe('plain, 5 * 3 and a_b');
  });

  it('[EDIT-101] a link is told by its words, or by its address without what nobody wants to hear', () => {
    expect(heard('see [the **old** site](https://example.org/a/b), please')).toBe(
      'see the old site (web link), please',
    );
    expect(heard('https://www.example.org/a/b?utm=1#c')).toBe('example.org/a/b (web link)');
    expect(heard('[one](https://a.org) [two](https://b.org)')).toBe('one (web link) two (web link)');
    expect(heard(`https://a.org/${'x'.repeat(200)}`)).toHaveLength(81 + ' (web link)'.length);
  });

  it.each([
    ['\\frac{a+b}{2}', '(a + b)/2'],
    ['\\sqrt{2} \\cdot \\sqrt[3]{x+1}', '√2 · ∛(x + 1)'],
    ['\\sum_{i=1}^{n} i \\le \\infty', '∑_(i = 1)ⁿi ≤ ∞'],
    ['e^{i\\pi} + 1 = 0', 'e^(iπ) + 1 = 0'],
    ['\\alpha_1 \\in \\mathbb{R}', 'α₁ ∈ R'],
    ['\\text{if } x > 0', 'if x > 0'],
    ['90^\\circ', '90°'],
    ["f'\\left(x\\right)", "f'(x)"],
    ['\\begin{matrix} a & b \\\\ c \\end{matrix}', 'a b; c'],
    ['\\strange{x', 'strange x'],
    ['}x', 'x'],
    ['\\', ''],
  ])('[EDIT-101] %s is told as %s', (source, words) => {
    expect(texWords(source)).toBe(words);
  });

  it('[EDIT-101] every formula is told, in a time that grows with its length', () => {
    for (const part of ['{', '\\frac', '^', '_{', '\\sqrt[', '\\text{', '}'])
      expect(() => texWords(part.repeat(2000))).not.toThrow();
  });
});
