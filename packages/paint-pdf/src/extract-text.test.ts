import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pdfOf, TEN_SCRIPTS } from './testing/ten-scripts.ts';

// A small reader of text, as ISO 32000-2, 9.10 and 14.9.4 describe it: the letters that each glyph stands for, or what a marked stretch
// says instead of them. Letters from right to left are shown as they stand, so that a reader turns them.

test('[PDF-9] the text of a document is the text of the map, in ten scripts, in the order in which it is read', async () => {
  const blocks = textOf(await pdfOf(TEN_SCRIPTS));
  for (const [i, text] of TEN_SCRIPTS.entries())
    expect(blocks[i]?.replace('\ufe0f', '')).toBe(text.replace('\ufe0f', ''));
  expect(blocks).toHaveLength(TEN_SCRIPTS.length);
});

/** Each marked paragraph's text. */
function textOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const all = [...objects.values()];
  const resources = all.find(({ head }) => head.includes('/Font <<') && head.includes('/ProcSet'))?.head ?? '';
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const [, name = '', number = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number)?.head ?? '')?.[1] ?? '';
    fonts.set(name, lettersOf(objects.get(cmap)?.stream ?? ''));
  }
  const content = all.find(({ stream }) => / BDC[\s\S]* Tm /.test(stream))?.stream ?? '';
  return content
    .split(/\/P <<\n\/MCID \d+\n>> BDC/)
    .slice(1)
    .map((paragraph) => wordsOf(paragraph, fonts));
}

function wordsOf(paragraph: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let [text, shown, font, isSaid] = ['', '', '', false];
  const parts = /ActualText <feff([0-9a-f]*)>>> BDC|(EMC)|BT \/(F\d+)|<([0-9a-f]+)>|(ET)/g;
  const endShown = (): void => {
    const isTurned = /[\u0590-\u065f\u066e-\u06ef\u06fa-\u08ff]/.test(shown);
    text += isTurned ? Array.from(shown).reverse().join('') : shown;
    shown = '';
  };
  for (const [, said, end, name, glyphs, isOver] of paragraph.matchAll(parts)) {
    if (said !== undefined) {
      endShown();
      text += Buffer.from(said, 'hex').swap16().toString('utf16le');
      isSaid = true;
    } else if (end !== undefined) isSaid = false;
    else if (name !== undefined) font = name;
    else if (isOver !== undefined) endShown();
    else if (!isSaid)
      for (const number of glyphs?.match(/.{4}/g) ?? []) shown += fonts.get(font)?.get(number) ?? '\ufffd';
  }
  return text;
}

/** Which letters each number of a font's glyphs stands for. */
function lettersOf(cmap: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)) {
    for (const [i, [, hex = '']] of [...list.matchAll(/<([^>]*)>/g)].entries()) {
      const text = Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
      letters.set((Number.parseInt(first, 16) + i).toString(16).padStart(4, '0'), text);
    }
  }
  return letters;
}

function objectsOf(pdf: Buffer): Map<string, { readonly head: string; readonly stream: string }> {
  const objects = new Map<string, { readonly head: string; readonly stream: string }>();
  const text = pdf.toString('latin1');
  for (const { index, 1: number = '' } of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const end = text.indexOf('\nendobj', index);
    const start = text.indexOf('\nstream\n', index);
    const hasStream = start >= 0 && start < end;
    const head = text.slice(index, hasStream ? start : end);
    const packed = hasStream ? pdf.subarray(start + 8, text.indexOf('\nendstream', start)) : null;
    const isPacked = packed !== null && head.includes('FlateDecode');
    objects.set(number, { head, stream: isPacked ? inflateSync(packed).toString('latin1') : '' });
  }
  return objects;
}
