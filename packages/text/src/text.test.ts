import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createInterMeasurer,
  hanOf,
  isOneEmoji,
  measureText,
  parseHref,
  parseLines,
  scriptsIn,
  setText,
} from './index.ts';

const measurer = createInterMeasurer();
const STYLE = { family: 'sans', size: 2048, weight: 400, italic: false } as const;
/** More than any two letters are kept apart by. */
const KERNED = 0.15 * 13 * 1.5;
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

  test('[TXT-2] other scripts are as wide as their faces, in the shapes that letters have where they stand', () => {
    expect(measurer.width('日本', STYLE)).toBe(4096);
    expect(measurer.width('한국', STYLE)).toBeCloseTo(2 * 0.92 * 2048, 4);
    expect(measurer.width('e\u0301', STYLE)).toBeLessThan(measurer.width('ee', STYLE));
    // Arabic: shapes that join are narrower than those alone, and lam with alef is one of its own.
    const alone = Array.from('بيت', (letter) => measurer.width(letter, STYLE)).reduce((sum, one) => sum + one);
    expect(measurer.width('بيت', STYLE)).toBeLessThan(alone * 0.8);
    expect(measurer.width('لا', STYLE)).not.toBe(measurer.width('ل', STYLE) + measurer.width('ا', STYLE));
    // Devanagari: a half letter, a ra above, signs that take no room.
    expect(measurer.width('स्त', STYLE)).toBeLessThan(measurer.width('सत', STYLE));
    expect(measurer.width('र्क', STYLE)).toBe(measurer.width('क', STYLE));
    expect(measurer.width('कु', STYLE)).toBe(measurer.width('क', STYLE));
    // Emoji are one em, however many characters they are written with.
    expect(['😀', '👩‍🚀', '🇩🇪', '✈', '❤️', '👍🏽'].map((one) => measurer.width(one, STYLE))).toEqual(Array(6).fill(2048));
    expect(measurer.width('©', STYLE)).not.toBe(2048);
    // The face has no picture of these joined signs.
    expect(['🤦‍♂️', '🤦🏽‍♀️', '❤️‍🔥', '🐦‍🔥', '🏳️‍🌈'].map((one) => measurer.width(one, STYLE))).toEqual(Array(5).fill(4096));
    const offered = ['😀', '👩‍🚀', '⭐', '🇩🇪', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👨‍👩‍👧', '🤦‍♂️', '❤️‍🔥', '1️⃣', '🪏', 'a', ''].filter(isOneEmoji);
    expect(offered).toEqual(['😀', '👩‍🚀', '⭐', '🇩🇪', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👨‍👩‍👧']);
  });

  test('[TXT-17] arrows, times signs and asterisks are as wide as Inter draws them', () => {
    const added = (text: string, weight = 400): number => {
      const style = { ...STYLE, weight };
      const apart = Array.from(text).map((one) => measurer.width(one, style));
      return Math.round(measurer.width(text, style) - apart.reduce((sum, one) => sum + one, 0));
    };
    expect(['3x4', '3 x 4', '1x2x3'].map((one) => added(one))).toEqual([237, 237, 474]);
    expect(added('3x4', 700)).toBe(202);
    expect(['ax4', '3x', 'x4', '3xa', '3xx4'].map((one) => Math.abs(added(one)) < 120)).toEqual(Array(5).fill(true));
    expect(added('5*6')).toBe(295);
    expect(added('H*H')).toBe(295);
    expect(['->', '=>', '-->', '--->', '<->'].map((one) => Math.round(measurer.width(one, STYLE)))).toEqual([
      1954, 1954, 2746, 5492, 2746,
    ]);
    expect(measurer.width('é 3x4', STYLE) - measurer.width('é 3', STYLE)).toBeCloseTo(
      measurer.width('3x4', STYLE) - measurer.width('3', STYLE),
      6,
    );
  });

  test('[TXT-3] a slanted a stands as near to the letter before as an o', () => {
    const kern = (pair: string): number => {
      const style = { ...STYLE, italic: true };
      const [first = '', second = ''] = pair;
      return measurer.width(pair, style) - measurer.width(first, style) - measurer.width(second, style);
    };
    for (const first of ['K', 'k', 'x', 'T']) expect(kern(`${first}a`)).toBeCloseTo(kern(`${first}o`), 6);
    expect(kern('Ka')).toBeLessThan(-80);
  });

  test('[TXT-3] letters of one face are kerned, in every weight, and code is not', () => {
    const kern = (pair: string, weight: number): number =>
      Array.from(pair).reduce(
        (sum, letter) => sum - measurer.width(letter, { ...STYLE, weight }),
        measurer.width(pair, { ...STYLE, weight }),
      );
    for (const weight of [400, 500, 600, 700]) {
      expect(kern('AV', weight)).toBeLessThan(-100);
      expect(kern('То', weight)).toBeLessThan(-50);
      expect(kern('HH', weight)).toBeCloseTo(0, 6);
    }
    const mono = { ...STYLE, family: 'mono' } as const;
    expect(measurer.width('AVAV', mono)).toBeCloseTo(4 * measurer.width('i', mono), 6);
    // Without kerning between them, the parts of a text are as wide as all of it.
    const unkerned = fc.string({ unit: fc.constantFrom(...Array.from('日本한ก नम😀HIN')), maxLength: 8 });
    fc.assert(
      fc.property(unkerned, unkerned, (a, b) => {
        const whole = measurer.width(`${a}H日${b}`, STYLE);
        expect(whole).toBeCloseTo(measurer.width(`${a}H`, STYLE) + measurer.width(`日${b}`, STYLE), 4);
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
          expect(isOne || line.width <= maxWidth + KERNED || words.trim() === '', JSON.stringify(words)).toBe(true);
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
    expect(second?.isRtl).toBe(true);
    expect(setText('hello שלום', SETTINGS, measurer).isRtl).toBe(false);
  });

  test('[TXT-13] numbers and foreign words keep their order in a line that is turned, emoji are alone', () => {
    const seen = (source: string): string[] =>
      (setText(source, SETTINGS, measurer).lines[0]?.pieces ?? [])
        .toSorted((a, b) => a.x - b.x)
        .map((piece) => piece.text);
    expect(seen('שלום **hello** world')).toEqual(['hello', ' world', 'שלום ']);
    expect(seen('go 👩‍🚀🌳 (א) 1️⃣')).toEqual(['go ', '👩‍🚀', '🌳', ' (', 'א', ') ', '1']);
    const [line] = setText('abc שלום', SETTINGS, measurer).lines;
    expect(line?.text).toBe('abc שלום');
    expect(line?.pieces.map(({ isRtl, isEmoji }) => [isRtl, isEmoji])).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  test('[TXT-14] it is known which scripts a text needs faces for', () => {
    const needed = (text: string): string => [...scriptsIn(text)].join(' ');
    expect(['Hello Łódź Привет Ω', 'مرحبا', 'שלום', 'नमस्ते', 'สวัสดี', 'カタ', '漢字。', '한국'].map(needed)).toEqual([
      '',
      'arabic',
      'hebrew',
      'devanagari',
      'thai',
      'kana',
      'han',
      'hangul',
    ]);
    expect([hanOf(['漢字', 'abc']), hanOf(['漢字', 'かな'])]).toEqual(['sc', 'jp']);
    expect([needed('a → b'), needed('👩‍🚀 go'), needed('❤ x')]).toEqual(['symbols', 'emoji', 'symbols emoji']);
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
      // As a whole it is a little narrower than the sum of what it might be broken into.
      { numRuns: 2_000, examples: [['!a a/..-aw', 58]] },
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
