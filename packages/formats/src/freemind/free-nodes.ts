import type { DraftItem } from '../shared/draft.ts';
import { placeOfFreeNode } from './native-attributes.ts';

// Freeplane has one root, and free nodes: children of it that stand anywhere, unconnected. A map's further roots are such nodes.

/** Where the screen shows an item. */
export type PlaceOf = (key: string) => {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
} | null;

/** Where a free node stands. */
export interface FreePlace {
  /** As Freeplane has it; those that the node came with, while they say the same. */
  attributes(kept: Readonly<Record<string, string>>): [string, string][];
  /** What reading these attributes gives. */
  readonly shown: { readonly x: number; readonly y: number };
  /** Whether that is the item's own place. */
  readonly isExact: boolean;
}

const STYLE = 'LOCALIZED_STYLE_REF';
const FLOATING = 'defaultstyle.floating';
const APART = 200;

/** The place of a further root as a free node of the first one. */
export function freePlaceOf(
  item: DraftItem,
  first: DraftItem | undefined,
  placeOf: PlaceOf | undefined,
  index: number,
): FreePlace {
  const own = item.fields.offset ?? null;
  const { x, y } = own ?? onScreen(item, first, placeOf) ?? { x: APART, y: APART + index };
  const attributes = attributesOf(x, y);
  const shown = placeOfFreeNode(new Map(attributes)) ?? { x: 0, y: 0 };
  return {
    shown,
    isExact: shown.x === x && shown.y === y,
    attributes(kept) {
      for (const side of ['left', 'right']) {
        const before = placeOfFreeNode(new Map([...Object.entries(kept), ['POSITION', side]]));
        if (before !== null && before.x === x && before.y === y) return [['POSITION', side]];
      }
      return [...attributes, [STYLE, kept[STYLE] ?? FLOATING]];
    },
  };
}

function attributesOf(x: number, y: number): [string, string][] {
  return [
    ['POSITION', x < 0 ? 'left' : 'right'],
    ['HGAP_QUANTITY', `${Math.abs(x)} px`],
    ['VSHIFT_QUANTITY', `${y} px`],
  ];
}

/** The attributes of a free node without those that are written for its place anyway. */
export function withoutFreePlace(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const { HGAP_QUANTITY: gap, VSHIFT_QUANTITY: shift, [STYLE]: style, ...others } = attributes;
  const place = placeOfFreeNode(new Map(Object.entries(attributes)));
  if (place === null || style !== FLOATING) return { ...attributes };
  const written = new Map(attributesOf(place.x, place.y));
  const isOwn = gap === written.get('HGAP_QUANTITY') && shift === written.get('VSHIFT_QUANTITY');
  return isOwn ? others : { ...attributes };
}

/** How far the screen has it from the first root: from side to side, and from middle to middle. */
function onScreen(
  { key }: DraftItem,
  first: DraftItem | undefined,
  placeOf: PlaceOf | undefined,
): { readonly x: number; readonly y: number } | null {
  const [box, root] = [placeOf?.(key), first === undefined ? null : placeOf?.(first.key)];
  if (box === null || box === undefined || root === null || root === undefined) return null;
  const isLeft = box.x + box.width / 2 < root.x + root.width / 2;
  const x = isLeft ? Math.min(-1, box.x + box.width - root.x) : Math.max(0, box.x - root.x - root.width);
  return { x: Math.round(x), y: Math.round(box.y + box.height / 2 - root.y - root.height / 2) };
}
