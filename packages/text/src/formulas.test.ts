import { describe, expect, test } from 'vitest';
import { createInterMeasurer } from './widths/inter-measurer.ts';
import type { TextMeasurer } from './measure.ts';
import { formulasIn, parseLines } from './runs.ts';
import { measureText, setText } from './set-text.ts';

const plain = createInterMeasurer();
/** Knows every formula but those with a `?`: two ems wide, and three high where it stands alone. */
const measurer: TextMeasurer = {
  width: (text, style) => plain.width(text, style),
  formula: (source, isBlock) =>
    source.includes('?') ? null : { width: 2, ascent: isBlock ? 2 : 0.8, descent: isBlock ? 1 : 0.2 },
};
const SETTINGS = { size: 10, weight: 400, maxWidth: 200, lineHeight: 1.35 };

function formulas(source: string): unknown[] {
  return formulasIn(source).map(({ source: tex, isBlock }) => (isBlock ? [tex] : tex));
}

describe('formulas', () => {
  test('[TXT-15] stand between signs that touch them; prices, escaped signs and code are none', () => {
    expect(formulas('$x^2$ and $$\\frac{1}{2}$$, $a_b$.')).toEqual(['x^2', ['\\frac{1}{2}'], 'a_b']);
    for (const none of [
      '$5 and $6',
      'a $ b $ c',
      '\\$x\\$',
      '`$x$`',
      '$',
      '$$',
      '$$$$',
      '$x',
      '$ x$',
      '$x $',
      '$5 to $10',
    ]) {
      expect([none, formulas(none)]).toEqual([none, []]);
    }
    expect(formulas('$\\text{cost \\$5}$')).toEqual(['\\text{cost \\$5}']);
    expect(parseLines('**a $x*y$ b**')[0]?.runs.map(({ text, bold }) => [text, bold])).toEqual([
      ['a ', true],
      ['x*y', true],
      [' b', true],
    ]);
    expect(formulas('$'.repeat(5_000))).toEqual([]);
  });

  test('[TXT-16] one that is known is one piece of its width, and a higher one makes its line higher, around the baseline', () => {
    const [line] = setText('a $x y z$ b', SETTINGS, measurer).lines;
    expect(line?.pieces.map(({ text, formula }) => [text, formula])).toEqual([
      ['a ', undefined],
      ['x y z', 'line'],
      [' b', undefined],
    ]);
    expect(line?.pieces[1]?.width).toBe(20);
    expect(line?.height).toBe(13.5);
    const words = setText('a', SETTINGS, measurer).lines[0];
    const tall = setText('a $$x$$', SETTINGS, measurer).lines[0];
    expect(tall?.baseline).toBeGreaterThan((words?.baseline ?? 0) + 5);
    expect(tall?.baseline ?? 0).toBeGreaterThanOrEqual(20);
    expect((tall?.height ?? 0) - (tall?.baseline ?? 0)).toBeGreaterThanOrEqual(10);
    const all = setText('a $$x$$\nb', SETTINGS, measurer);
    expect(all.lines[1]?.top).toBe(tall?.height);
    expect(measureText('a $$x$$\nb', SETTINGS, measurer)).toMatchObject({ width: all.width, height: all.height });
  });

  test('[TXT-16] one that is not known, or where there are none, stands as it was written', () => {
    for (const each of [measurer, plain]) {
      const [line] = setText('a $x?$', SETTINGS, each).lines;
      expect(line?.text).toBe('a $x?$');
      expect(line?.pieces.at(-1)).toMatchObject({ text: '$x?$', code: true });
    }
  });

  test('[TXT-16] in a line that is turned it stays one piece, where the line has it', () => {
    const [line] = setText('שלום $x^2$ עולם', SETTINGS, measurer).lines;
    expect(line?.pieces.map(({ text }) => text)).toEqual(['שלום ', 'x^2', ' עולם']);
    const [first, formula, last] = line?.pieces ?? [];
    expect((first?.x ?? 0) > (formula?.x ?? 0) && (formula?.x ?? 0) > (last?.x ?? 0)).toBe(true);
    expect(formula?.isRtl).toBe(false);
  });
});
