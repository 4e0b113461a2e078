import { isWide } from './widths/inter-measurer.ts';
import type { TextMeasurer, TextStyle } from './measure.ts';
import { once } from './once.ts';
import type { Run } from './runs.ts';

// Greedy breaking: after spaces, after hyphens and slashes between letters, around wide characters (but no line begins with
// closing punctuation), between words of scripts that know no spaces, and, where a word alone is wider than the line, between graphemes.

/** A piece without its place. */
export interface LoosePiece {
  readonly text: string;
  readonly width: number;
  readonly style: TextStyle;
  readonly strike: boolean;
  readonly code: boolean;
  readonly href: string | null;
  /** Its text is TeX. */
  readonly formula?: 'line' | 'block';
}
interface Atom {
  readonly text: string;
  readonly run: Run;
  readonly isSpace: boolean;
  /** A line may begin with it. */
  readonly opens: boolean;
}

const NOT_FIRST = /[\p{Pe}\p{Pf}、。，．：；！？」』）】〕〉》々ー…‥・ぁぃぅぇぉっゃゅょァィゥェォッャュョ!?,.:;]/u;
const graphemes = once(() => new Intl.Segmenter('und', { granularity: 'grapheme' }));

/** Words of Thai, Lao, Burmese and Khmer stand side by side without spaces: only a dictionary knows them. */
const dictionary = once(() => new Intl.Segmenter('th', { granularity: 'word' }));

function isUnspaced(code: number): boolean {
  return (code >= 0xe00 && code <= 0xeff) || (code >= 0x1000 && code <= 0x109f) || (code >= 0x1780 && code <= 0x17ff);
}

function endOfUnspaced(text: string, start: number): number {
  let end = start;
  while (end < text.length && isUnspaced(text.charCodeAt(end))) end++;
  return end;
}

/** The runs as lines no wider than `maxWidth`; at least one line, perhaps empty. Spaces at a break are dropped. */
export function breakLine(
  runs: readonly Run[],
  styleOf: (run: Run) => TextStyle,
  maxWidth: number,
  measurer: TextMeasurer,
): LoosePiece[][] {
  const lines: LoosePiece[][] = [];
  let line: { atom: Atom; width: number }[] = [];
  let lineWidth = 0;
  const styles = new Map(runs.map((run) => [run, styleOf(run)]));
  const widthOf = (text: string, run: Run): number => {
    const style = styles.get(run) ?? styleOf(run);
    const formula = run.formula === undefined ? null : measurer.formula?.(run.text, run.formula === 'block');
    return formula === null || formula === undefined ? measurer.width(text, style) : formula.width * style.size;
  };
  const end = (): void => {
    lines.push(join(line, styleOf));
    line = [];
    lineWidth = 0;
  };
  for (const word of words(runs)) {
    let wordWidth = 0;
    for (const atom of word) wordWidth += widthOf(atom.text, atom.run);
    const isSpace = word[0]?.isSpace ?? false;
    if (!isSpace && lineWidth > 0 && lineWidth + wordWidth > maxWidth) end();
    if (isSpace && line.length === 0 && lines.length > 0) continue;
    for (const atom of word) {
      const width = widthOf(atom.text, atom.run);
      // A formula stays whole, however wide.
      if (isSpace || lineWidth + width <= maxWidth || atom.run.formula !== undefined) {
        line.push({ atom, width });
        lineWidth += width;
        continue;
      }
      for (const { segment } of graphemes().segment(atom.text)) {
        const one = widthOf(segment, atom.run);
        if (lineWidth > 0 && lineWidth + one > maxWidth) end();
        line.push({ atom: { ...atom, text: segment }, width: one });
        lineWidth += one;
      }
    }
  }
  end();
  return lines;
}

/** What must stay together, with spaces as words of their own. */
function words(runs: readonly Run[]): Atom[][] {
  const found: Atom[][] = [];
  for (const run of runs) {
    for (const atom of atoms(run)) {
      const last = found.at(-1);
      if (last === undefined || atom.isSpace || atom.opens || last[0]?.isSpace === true) found.push([atom]);
      else last.push(atom);
    }
  }
  return found;
}

function atoms(run: Run): Atom[] {
  if (run.formula !== undefined) return [{ text: run.text, run, isSpace: false, opens: false }];
  const found: Atom[] = [];
  let from = 0;
  let opens = false;
  const cut = (to: number, isSpace: boolean): void => {
    if (to > from) found.push({ text: run.text.slice(from, to), run, isSpace, opens: opens && !isSpace });
    from = to;
  };
  for (let i = 0; i < run.text.length;) {
    const code = run.text.codePointAt(i) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    const character = run.text.slice(i, i + length);
    if (character === ' ' || character === '\t' || character === '\u3000') {
      cut(i, false);
      cut(i + length, true);
      opens = false;
    } else if (isUnspaced(code)) {
      cut(i, false);
      const end = endOfUnspaced(run.text, i);
      for (const { segment } of dictionary().segment(run.text.slice(i, end))) {
        cut(from + segment.length, false);
        opens = true;
      }
      i = end;
      continue;
    } else if (isWide(code)) {
      cut(i, false);
      opens = !NOT_FIRST.test(character);
      cut(i + length, false);
      opens = true;
    } else if (from === i && opens && NOT_FIRST.test(character)) {
      opens = false;
    } else if ((character === '-' || character === '/' || character === '–' || character === '—') && i > from) {
      cut(i + length, false);
      opens = true;
    }
    i += length;
  }
  cut(run.text.length, false);
  return found;
}

function join(line: { atom: Atom; width: number }[], styleOf: (run: Run) => TextStyle): LoosePiece[] {
  while (line.at(-1)?.atom.isSpace === true) line.pop();
  const pieces: LoosePiece[] = [];
  let lastRun: Run | null = null;
  for (const { atom, width } of line) {
    const last = pieces.at(-1);
    if (last !== undefined && lastRun === atom.run) {
      pieces[pieces.length - 1] = { ...last, text: last.text + atom.text, width: last.width + width };
    } else {
      const { strike, code, href, formula } = atom.run;
      const style = styleOf(atom.run);
      pieces.push({ text: atom.text, width, style, strike, code, href, ...(formula === undefined ? {} : { formula }) });
    }
    lastRun = atom.run;
  }
  return pieces;
}
