import { createPalette, type Command, type Group, SceneTree } from '@bough/scene';
import { createInterMeasurer, setText } from '@bough/text';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { paintPdf } from './index.ts';

// A small reader of text, as ISO 32000-2, 9.10 and 14.9.4 describe it: the letters that each glyph stands for, or what a marked stretch
// says instead of them. Letters from right to left are shown as they stand, so that a reader turns them.

const TEXTS = [
  'Latin: AVATAR & Łódź — “naïve”',
  'Съешь ещё этих мягких булок',
  'Ξεσκεπάζω την ψυχοφθόρα',
  '中文：思维导图，一分钟。',
  'カタカナ「テスト」',
  '한국어 생각의 지도',
  'خريطة ذهنية جديدة للأفكار والاسم',
  'مفتاح 2026 و ١٢ سنة',
  'עברית: מפת חשיבה (חדשה)',
  'राष्ट्रीय विचार, संस्कृति कि हिन्दी',
  'แผนที่ความคิดใหม่ น้ำใจ',
  'Emoji 👩‍🚀🌳 ❤️ and 🇩🇪',
];

test('[PDF-9] the text of a document is the text of the map, in ten scripts, in the order in which it is read', async () => {
  const scene = new SceneTree();
  const order: string[] = [];
  const measurer = createInterMeasurer();
  for (const [i, text] of TEXTS.entries()) {
    const block = setText(text, { size: 13, weight: 400, maxWidth: 900, lineHeight: 1.35 }, measurer);
    const bounds = { x: 0, y: 0, width: block.width, height: block.height };
    const commands = block.lines.flatMap(({ pieces, baseline: y }) =>
      pieces.map(({ text: words, x, width, style, isRtl, isEmoji }): Command => ({
        ...{ kind: 'text', text: words, x, y, width, font: style, colour: 'ink', bounds, rtl: isRtl, emoji: isEmoji },
      })),
    );
    const group: Group = { id: `g${i}`, under: [], commands, bounds };
    scene.put({ id: group.id, bounds, build: () => group }, null, 0, 30 * i);
    order.push(group.id);
  }
  const pdf = Buffer.from((await paintPdf(scene, { palette: createPalette('light'), title: 'T', order })) ?? []);
  const blocks = textOf(pdf);
  for (const [i, text] of TEXTS.entries()) expect(blocks[i]?.replace('\ufe0f', '')).toBe(text.replace('\ufe0f', ''));
  expect(blocks).toHaveLength(TEXTS.length);
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
  let text = '';
  const shown = /ActualText <feff([0-9a-f]*)>>> BDC [^\n]*? EMC|BT \/(F\d+) [^\n]*? Tm ([^\n]*?)ET/g;
  for (const [, said, font = '', glyphs = ''] of paragraph.matchAll(shown)) {
    if (said !== undefined) text += Buffer.from(said, 'hex').swap16().toString('utf16le');
    else {
      const numbers = [...glyphs.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      const letters = numbers.map((number) => fonts.get(font)?.get(number) ?? '\ufffd');
      const isTurned = letters.some((letter) => /[\u0590-\u065f\u066e-\u06ef\u06fa-\u08ff]/.test(letter));
      text += (isTurned ? letters.toReversed() : letters).join('');
    }
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
