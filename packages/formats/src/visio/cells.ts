import { parseLines, type Run } from '@bough/text';
import { wordsOfRun } from '../shared/text/plain-words.ts';
import { escapeAttribute, escapeText } from '../shared/xml/write-xml.ts';

// A Visio shape says everything in cells: a name and a value.

/** One cell. */
export function cell(name: string, value: string): string {
  return `<Cell N="${name}" V="${escapeAttribute(value)}"/>`;
}

const BOLD = 1;
const ITALIC = 2;
const UNDERLINE = 4;

/** Words as Visio sets them, and the section with the fonts that they name. */
export interface TextCells {
  readonly fonts: string;
  readonly text: string;
}

/** An item's words: their marks become fonts. */
export function textCells(text: string, size: string): TextCells {
  const rows: string[] = [];
  const known = new Map<string, number>();
  const lines = parseLines(text).map(({ heading, runs }) =>
    runs.map((run) => {
      const font = fontOf(run, heading > 0, size);
      let row = known.get(font);
      if (row === undefined) {
        row = known.size;
        known.set(font, row);
        rows.push(`<Row IX="${row}">${font}</Row>`);
      }
      return `<cp IX="${row}"/>${escapeText(wordsOfRun(run))}`;
    }),
  );
  if (rows.length === 0) return { fonts: '', text: '' };
  const words = lines.map((line) => line.join('')).join('\n');
  return { fonts: `<Section N="Character">${rows.join('')}</Section>`, text: `<Text>${words}</Text>` };
}

/** Words in which nothing is a mark. */
export function plainCells(text: string, size: string): TextCells {
  if (text === '') return { fonts: '', text: '' };
  const font = cell('Font', 'Arial') + cell('Style', '0') + cell('Size', size);
  return {
    fonts: `<Section N="Character"><Row IX="0">${font}</Row></Section>`,
    text: `<Text><cp IX="0"/>${escapeText(text)}</Text>`,
  };
}

function fontOf({ bold, italic, strike, code, href }: Run, isHeading: boolean, size: string): string {
  const style = (bold || isHeading ? BOLD : 0) + (italic ? ITALIC : 0) + (href === null ? 0 : UNDERLINE);
  return (
    cell('Font', code ? 'Courier New' : 'Arial') +
    cell('Style', String(style)) +
    cell('Size', size) +
    (strike ? cell('Strikethru', '1') : '')
  );
}
