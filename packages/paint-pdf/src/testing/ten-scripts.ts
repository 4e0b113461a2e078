import { type Command, createPalette, type Group, SceneTree } from '@bough/scene';
import { createInterMeasurer, setText } from '@bough/text';
import { paintPdf, type PdfOptions } from '../index.ts';

/** A line in each of the scripts that the shipped faces have, with what is hard in them: joined letters, marks, digits the other way. */
export const TEN_SCRIPTS = [
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
] as const;

/** A document with each of these texts as an item. */
export async function pdfOf(texts: readonly string[], more: Partial<PdfOptions> = {}): Promise<Buffer> {
  const scene = new SceneTree();
  const order: string[] = [];
  const measurer = createInterMeasurer();
  for (const [i, text] of texts.entries()) {
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
  return Buffer.from((await paintPdf(scene, { palette: createPalette('light'), title: 'T', order, ...more })) ?? []);
}
