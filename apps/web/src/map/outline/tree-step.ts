import type { ItemName, ShownRow } from './shown-rows.ts';

/** What an arrow does in a tree view. */
export type TreeStep =
  | { readonly kind: 'go'; readonly to: ItemName }
  | { readonly kind: 'fold'; readonly id: ItemName; readonly isFolded: boolean };

/**
 * Up and down go to the next row. The arrow that points inwards unfolds, then goes to the first row below; the other one folds,
 * then goes to the parent. Null: the key leads nowhere.
 */
export function treeStep(key: string, shown: readonly ShownRow[], at: number, isRtl: boolean): TreeStep | null {
  const row = shown[at];
  if (row === undefined) return null;
  const { item, isFolded } = row;
  switch (key) {
    case 'ArrowUp':
      return go(shown[at - 1]?.item.id);
    case 'ArrowDown':
      return go(shown[at + 1]?.item.id);
    case isRtl ? 'ArrowLeft' : 'ArrowRight':
      if (isFolded === true) return { kind: 'fold', id: item.id, isFolded: false };
      return isFolded === null ? null : go(shown[at + 1]?.item.id);
    case isRtl ? 'ArrowRight' : 'ArrowLeft':
      if (isFolded === false) return { kind: 'fold', id: item.id, isFolded: true };
      return go(item.parent ?? undefined);
    default:
      return null;
  }
}

function go(to: ItemName | undefined): TreeStep | null {
  return to === undefined ? null : { kind: 'go', to };
}
