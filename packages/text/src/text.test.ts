import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createInterMeasurer, measureText, parseHref, parseLines, setText } from './index.ts';

const measurer = createInterMeasurer();
const STYLE = { family: 'sans', size: 2048, weight: 400, italic: false } as const;
const SETTINGS = { size: 13, weight: 400, maxWidth: 320, lineHeight: 1.35 };
const marked = fc.string({
  unit: fc.constantFrom(...Array.from('ab *_~`[](){}#<>\\!h:/.\n-日本שלأ😀')),
  maxLength: 60,
});

function written(source: string): string {
  return parseLines(source)
    .flatMap((line) => line.runs.map((run) => run.text))
    .join('');
}

describe('measuring', () => {
  test('[TXT-1] widths are those of the font, at the weights it has and between them', () => {
    expect(Array.from('aAeW i1m—').map((c) => measurer.width(c, STYLE))).toEqual([
      1150, 1413, 1194, 2018, 576, 496, 833, 1794, 2048,
    ]);
    const at600 = Array.from('aAeW').map((c) => Math.round(measurer.width(c, { ...STYLE, weight: 600 })));
    expect(at600).toEqual([1176, 1490, 1211, 2089]);
    expect(measurer.width('a', { ...STYLE, italic: true })).toBe(1257);
    expect(measurer.width('ж', STYLE)).toBeGreaterThan(1500);
  });

  test('[TXT-2] what the font lacks is estimated, or asked of the fallback', () => {
    expect(measurer.width('日本', STYLE)).toBe(4096);
    expect(measurer.width('e\u0301', STYLE)).toBeLessThan(measurer.width('ee', STYLE));
    const asked = createInterMeasurer({ width: () => 77 });
    expect(asked.width('a日', STYLE)).toBe(1150 + 77);
  });

  test('[TXT-3] the width of a text is the sum of its parts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(measurer.width(a + b, STYLE)).toBeCloseTo(measurer.width(a, STYLE) + measurer.width(b, STYLE), 4);
      }),
    );
  });
});

describe('runs', () => {
  test('[TXT-4] marks style what they enclose', () => {
    const [line] = parseLines('a **b *c* d** ~~e~~ `f*g*` __h__ _i_');
    const styles = line?.runs.map((run) => [
      run.text,
      `${run.bold ? 'b' : ''}${run.italic ? 'i' : ''}${run.strike ? 's' : ''}${run.code ? 'c' : ''}`,
    ]);
    expect(styles).toEqual([
      ['a ', ''],
      ['b ', 'b'],
      ['c', 'bi'],
      [' d', 'b'],
      [' ', ''],
      ['e', 's'],
      [' ', ''],
      ['f*g*', 'c'],
      [' ', ''],
      ['h', 'b'],
      [' ', ''],
      ['i', 'i'],
    ]);
    expect(parseLines('## Big')[0]).toMatchObject({ heading: 2, runs: [{ text: 'Big' }] });
  });

  test('[TXT-5] a mark without a partner is text, and so is HTML', () => {
    for (const text of ['2 * 3 * 4', 'snake_case_name', '**open', 'a ~ b', '<b>x</b>', '[no](link', '#tag', '``']) {
      expect(written(text)).toBe(text);
    }
    expect(written('\\*not\\*')).toBe('*not*');
  });

  test('[TXT-6] addresses are http, https or mailto after parsing, nothing else', () => {
    expect(parseLines('see [here](https://example.org/a_(b)) now')[0]?.runs[1]).toMatchObject({
      text: 'here',
      href: 'https://example.org/a_(b)',
    });
    expect(parseLines('at https://example.org/x.')[0]?.runs[1]).toMatchObject({ href: 'https://example.org/x' });
    for (const bad of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//x',
      'x',
      ' java\nscript:x',
    ]) {
      expect(parseHref(bad), bad).toBeNull();
      expect(parseLines(`[x](${bad})`).flatMap((line) => line.runs.map((run) => run.href))).not.toContain(bad);
    }
    expect(parseHref('mailto:a@example.org')).toBe('mailto:a@example.org');
  });

  test('[TXT-7] no text breaks the parser, and its letters all remain', () => {
    const letters = (text: string): string => text.replace(/[*_~`[\](){}#<>\\\s]/g, '');
    fc.assert(
      fc.property(marked, (text) => {
        if (text.includes('](') || text.includes('://')) parseLines(text);
        else expect(letters(written(text))).toBe(letters(text));
      }),
      { numRuns: 2_000 },
    );
    for (const evil of [
      '*'.repeat(20_000),
      '['.repeat(20_000),
      '`'.repeat(20_001),
      '*a '.repeat(8_000),
      '[a]('.repeat(4_000),
    ]) {
      expect(parseLines(evil).length).toBe(1);
    }
  });
});

describe('setting', () => {
  test('[TXT-8] no line is wider than it may be, unless it is one grapheme', () => {
    fc.assert(
      fc.property(marked, fc.integer({ min: 5, max: 200 }), (text, maxWidth) => {
        for (const line of setText(text, { ...SETTINGS, maxWidth }, measurer).lines) {
          const words = line.pieces.map((piece) => piece.text).join('');
          const isOne = [...new Intl.Segmenter().segment(words)].length <= 1;
          expect(isOne || line.width <= maxWidth + 1e-6 || words.trim() === '', JSON.stringify(words)).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('[TXT-9] lines break after spaces, hyphens, and between wide characters, never before their closing marks', () => {
    const lines = (text: string, maxWidth: number): string[] =>
      setText(text, { ...SETTINGS, maxWidth }, measurer).lines.map((line) =>
        line.pieces.map((piece) => piece.text).join(''),
      );
    expect(lines('one two three', 50)).toEqual(['one two', 'three']);
    expect(lines('well-known', 45)).toEqual(['well-', 'known']);
    expect(lines('日本語です。', 66)).toEqual(['日本語で', 'す。']);
    expect(lines('ภาษาไทยไม่มีช่องว่าง', 60)).toEqual(['ภาษาไทย', 'ไม่มีช่อง', 'ว่าง']);
    expect(lines('a\n\nb', 320)).toEqual(['a', '', 'b']);
    expect(lines('👩‍👩‍👧👩‍👩‍👧', 20)).toEqual(['👩‍👩‍👧', '👩‍👩‍👧']);
  });

  test('[TXT-10] a line whose first letter is right-to-left is set from the right', () => {
    const block = setText('שלום **עולם**', SETTINGS, measurer);
    expect(block.isRtl).toBe(true);
    const [first, second] = block.lines[0]?.pieces ?? [];
    expect(first?.x).toBeGreaterThan(second?.x ?? 0);
    expect(setText('hello שלום', SETTINGS, measurer).isRtl).toBe(false);
  });

  test('[TXT-11] plain words are set the same with and without the short way', () => {
    const plain = fc.string({ unit: fc.constantFrom(...Array.from('abcé wж.)-/!')), maxLength: 60 });
    let wrapped = 0;
    fc.assert(
      fc.property(plain, fc.integer({ min: 30, max: 320 }), (text, maxWidth) => {
        const settings = { ...SETTINGS, maxWidth };
        // Marks that enclose nothing take the long way, and leave the words as they are.
        const short = setText(text, settings, measurer);
        const long = setText(`${text}\n~`, settings, measurer);
        const wordsOf = (block: typeof short): string[] =>
          block.lines.map((line) => line.pieces.map((piece) => piece.text).join(''));
        if (short.lines.length > 1) wrapped++;
        if (text.endsWith(' ')) return;
        expect(wordsOf(short)).toEqual(wordsOf(long).slice(0, -1));
        short.lines.forEach((line, i) => expect(line.width).toBeCloseTo(long.lines[i]?.width ?? 0, 6));
      }),
      { numRuns: 2_000 },
    );
    expect(wrapped).toBeGreaterThan(100);
  });

  test('[TXT-12] what is only measured takes the same room as what is set', () => {
    fc.assert(
      fc.property(marked, fc.integer({ min: 5, max: 320 }), (text, maxWidth) => {
        const { width, height } = setText(text, { ...SETTINGS, maxWidth }, measurer);
        expect(measureText(text, { ...SETTINGS, maxWidth }, measurer)).toMatchObject({ width, height });
      }),
    );
  });
});
