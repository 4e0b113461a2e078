import { must } from '@bough/base';
import { type Draft, draftOf, mapOf } from '@bough/formats';
import type { ItemFields, MindMap } from '@bough/map';
import { Dice, randomMap } from '@bough/map/testing';
import { galleryMaps, makingOf } from '../same/gallery.ts';
import { type Subject, subjectOf } from './subjects.ts';

// Maps for the gate: what the laws make by chance, and by hand what other programs have been wrong about.

type Row = readonly [level: number, text: string, fields?: Partial<ItemFields>];

const RANDOM = 12;
const CHANGES = 60;

/** One pixel, as a PNG. */
const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
const IMAGE = { source: `asset:${'1'.padStart(64, '0')}`, width: 60, height: 40 };

const MARKS: readonly Row[] = [
  [1, 'Marks'],
  [2, '**all bold**'],
  [2, '*all slanted*', { note: 'a **note**\nof two lines' }],
  [2, 'some **bold**, *slanted*, ~~gone~~ and `code`'],
  [3, '[one link](https://example.org/one)'],
  [3, 'words [and a link](https://example.org/two?a=1&b=2) between'],
  [2, '<html> & &amp; "quotes" \'and\' <b>tags</b>'],
  [3, 'a style of https://example.org/?a=1&b=2#c'],
  [2, '==== a == b\n== c ===='],
  [2, '1. one\n2. two\n- three'],
  [3, ''],
  [3, '=SUM(A1)'],
  [2, 'mindmap'],
  [2, '* star\n# hash\n+ plus'],
  [3, '  two blanks  between  words'],
];
const LINKS: readonly Row[] = [
  [1, 'Links'],
  [2, 'by address', { href: 'https://example.org/a?b=c&d=e' }],
  [2, 'by mail', { href: 'mailto:someone@example.org' }],
  [2, 'to an item', { href: 'item:k4' }],
  [3, 'its target', { note: 'seen' }],
  [2, 'folded', { isFolded: true }],
  [3, 'inside', { href: 'https://example.org/inside' }],
  [4, 'deeper inside'],
  [2, 'box', { shape: 'box', colour: 'green' }],
  [3, 'pill', { shape: 'pill', checkbox: 'open' }],
  [3, 'ellipse', { shape: 'ellipse', checkbox: 'done' }],
  [3, 'diamond', { shape: 'diamond', icon: '⭐' }],
];
const IMAGES: readonly Row[] = [
  [1, 'Images'],
  [2, 'with words', { image: IMAGE }],
  [2, '', { image: IMAGE }],
  [3, 'none'],
  [3, '**bold**', { image: IMAGE, href: 'https://example.org/' }],
];
const ROOTS: readonly Row[] = [
  [1, 'First root'],
  [2, 'below the first'],
  [1, 'Second root', { offset: { x: 900, y: 300 } }],
  [2, 'below the second'],
  [3, 'deeper'],
  [1, 'Third root', { offset: { x: -900, y: 400 } }],
];
/** What some program would run, leave out or end at, if it stood in its file as it is. */
const ORDERS: readonly Row[] = [
  [1, 'Words that are orders elsewhere'],
  [2, '=7*6'],
  [3, '= new java.io.File("/").exists()'],
  [3, '=(1..3).collect{it*it}'],
  [3, "'tis"],
  [3, "''two'' and 'quoted' words"],
  [2, 'home is %getenv("HOME")'],
  [3, 'date %date("yyyy"), v %version()'],
  [3, '!$x = %load_json("/etc/hostname")'],
  [3, '!include /etc/hostname'],
  [2, 'see\n@enduml\nthere'],
  [3, '@endmindmap'],
  [3, '@startuml'],
  [2, '50 %% off today'],
  [3, '%% comment'],
  [3, '%%{init: {"theme":"dark"}}%%'],
  [3, 'see %%{wrap}%% here'],
  [2, 'the last one'],
];

/** The maps whose words are orders elsewhere: they are held against every program, whatever else is. */
export function orderSubjects(): Subject[] {
  return [subjectOf('words that are orders elsewhere', mapFrom(ORDERS))];
}

/** Every map of the gate, with its images. */
export function madeSubjects(): Subject[] {
  const byHand: readonly (readonly [string, MindMap])[] = [
    ['marks', mapFrom(MARKS)],
    ['orders', mapFrom(ORDERS)],
    ['links', mapFrom(LINKS, [link('k1', 'k9', 'leads to'), link('k8', 'k3', '')])],
    ['images', mapFrom(IMAGES)],
    ['roots', mapFrom(ROOTS, [link('k1', 'k4', 'across')])],
    ...galleryMaps(),
  ];
  const byChance = Array.from({ length: RANDOM }, (_, i) => withoutComments(randomMap(new Dice(i + 1), CHANGES)));
  return [...byHand, ...byChance.map((map, i) => [`by chance ${i + 1}`, map] as const)]
    .filter(([, { items }]) => items.size > 0)
    .map(([name, map]) => subjectOf(name, map, imagesOf(map)));
}

/** A picture counts comments, which no file has. */
function withoutComments(map: MindMap): MindMap {
  return must(mapOf(draftOf(map), { ...makingOf(1), place: (source) => source }));
}

/** Whatever they are called, they are there. */
function imagesOf(map: MindMap): Subject['images'] {
  return new Map(
    [...map.items.values()].flatMap(({ image }) => (image === null ? [] : [[image.source, PIXEL] as const])),
  );
}

function link(from: string, to: string, label: string): Draft['links'][number] {
  return { from, to, label, colour: null, arrow: 'end', points: [] };
}

function mapFrom(rows: readonly Row[], links: Draft['links'] = []): MindMap {
  const items = rows.map(([level, text, fields], i) => ({ level, key: `k${i}`, fields: { ...fields, text } }));
  const draft: Draft = { settings: { title: 'Made' }, items, links, files: new Map() };
  return must(mapOf(draft, makingOf(1)));
}
