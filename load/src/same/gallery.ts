import { makeIds, must } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { type Draft, mapOf } from '@bough/formats';
import type { ItemFields, MindMap } from '@bough/map';

// Maps that show what a map can look like: each script, each shape, each mark.

type Row = readonly [level: number, text: string, fields?: Partial<ItemFields>];

const SCRIPTS: readonly Row[] = [
  [1, 'Ten scripts'],
  [2, 'Latin: AVATAR, To Ya, Łódź, Tiếng Việt'],
  [3, 'The quick brown fox jumps over the lazy dog, and then it goes on for so long that the line has to be broken'],
  [2, 'Кириллица: съешь ещё этих мягких булок'],
  [2, 'Ελληνικά: ξεσκεπάζω την ψυχοφθόρα'],
  [2, '中文：思维导图，一分钟。'],
  [3, '写字、画画、想'],
  [2, '한국어: 생각의 지도'],
  [2, 'العربية: خريطة ذهنية جديدة'],
  [3, 'نص **غامق** with English, 12 و ١٢'],
  [2, 'עברית: מפת חשיבה **חדשה** (2026)'],
  [2, 'हिन्दी: राष्ट्रीय विचार, संस्कृति और ज्ञान'],
  [2, 'ไทย: แผนที่ความคิดใหม่ น้ำใจ'],
  [2, 'Emoji: 👩‍🚀🌳 ❤️ 🇩🇪 👍🏽 ✓ → ★'],
];
const JAPANESE: readonly Row[] = [
  [1, '日本語の地図'],
  [2, 'カタカナ「テスト」、ひらがな'],
  [2, '直接・骨・今・令', { shape: 'box' }],
  [3, '考えること', { icon: '🌸' }],
];
const LOOKS: readonly Row[] = [
  [1, 'Every look'],
  [2, '**bold** *slanted* ~~gone~~ `code` [a link](https://example.org/)'],
  [3, '# Heading\nand a line below'],
  [3, '*Kafka, Fata Morgana, xanadu* -> => --> <-> 3x4, 1920 x 1080, 5*6, A*B'],
  [2, 'box', { shape: 'box', note: 'a note' }],
  [2, 'pill', { shape: 'pill', checkbox: 'open' }],
  [2, 'ellipse', { shape: 'ellipse', checkbox: 'done' }],
  [3, 'diamond', { shape: 'diamond' }],
  [3, 'parallelogram', { shape: 'parallelogram', href: 'https://example.org/' }],
  [2, 'dashed', { lineStyle: 'dashed' }],
  [3, 'dotted', { lineStyle: 'dotted', icon: '🔥' }],
  [2, 'large', { size: 2 }],
  [3, 'small', { size: 0.7 }],
  [2, 'narrow words that are broken where the person wished it', { width: 90 }],
];

/** The gallery, by name. */
export function galleryMaps(): ReadonlyMap<string, MindMap> {
  return new Map([
    ['scripts', mapFrom(SCRIPTS, 1)],
    ['japanese', mapFrom(JAPANESE, 2)],
    ['looks', mapFrom(LOOKS, 3)],
  ]);
}

function mapFrom(rows: readonly Row[], seed: number): MindMap {
  const items = rows.map(([level, text, fields], i) => ({ level, key: `k${i}`, fields: { ...fields, text } }));
  const ends = { from: 'k2', to: `k${items.length - 1}`, colour: null, arrow: 'end', points: [] } as const;
  const draft: Draft = { settings: {}, items, links: [{ ...ends, label: 'leads to' }], files: new Map() };
  return must(mapOf(draft, makingOf(seed)));
}

/** What makes a draft a map, the same one each time. */
export function makingOf(seed: number): Parameters<typeof mapOf>[1] {
  const random = seededRandom(seed);
  return { ids: makeIds({ now: () => 0 }, random), random, place: () => null };
}
