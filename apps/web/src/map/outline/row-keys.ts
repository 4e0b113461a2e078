import type { CommandId } from '@bough/editor';
import type { ItemName, ShownRow } from './shown-rows.ts';
import { treeStep, type TreeStep } from './tree-step.ts';

/** What a key means in a row. */
export type RowKey =
  | TreeStep
  /** A command on the row's item; `next` has the keyboard after it (null: as it is). */
  | { readonly kind: 'run'; readonly command: CommandId; readonly next: ItemName | null }
  | { readonly kind: 'add' };

interface Press {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

interface Where {
  readonly shown: readonly ShownRow[];
  readonly at: number;
  /** The row's words as they are typed. */
  readonly text: string;
  readonly isRtl: boolean;
  /** The map may not be changed. */
  readonly isFixed: boolean;
  /** Somebody types in the words: then arrows are the caret's, but for up and down where the words are one line. */
  readonly isWriting: boolean;
}

/** What the key means there; null: it is the field's or the page's. */
export function rowKey(press: Press, where: Where): RowKey | null {
  const { shown, at, text, isRtl, isFixed, isWriting } = where;
  const row = shown[at];
  if (row === undefined) return null;
  const { key, shiftKey } = press;
  if (press.altKey || press.ctrlKey || press.metaKey) return isFixed ? null : modified(press, row);
  if (key.startsWith('Arrow')) {
    const isAcross = key === 'ArrowLeft' || key === 'ArrowRight';
    const isCarets = shiftKey || (isWriting && (isAcross || text.includes('\n')));
    return isCarets ? null : treeStep(key, shown, at, isRtl);
  }
  if (isFixed) return null;
  switch (key) {
    case 'Tab':
      return { kind: 'run', command: shiftKey ? 'promote' : 'demote', next: row.item.id };
    case 'Enter':
      return shiftKey ? null : { kind: 'add' };
    case 'Backspace': {
      const above = shown[at - 1]?.item.id;
      return text === '' && above !== undefined ? { kind: 'run', command: 'delete-branch', next: above } : null;
    }
    default:
      return null;
  }
}

function modified(press: Press, { item }: ShownRow): RowKey | null {
  if (press.altKey && press.key === 'ArrowUp') return { kind: 'run', command: 'move-up', next: item.id };
  if (press.altKey && press.key === 'ArrowDown') return { kind: 'run', command: 'move-down', next: item.id };
  if (!press.altKey && press.key.toLowerCase() === 'z')
    return { kind: 'run', command: press.shiftKey ? 'redo' : 'undo', next: null };
  return null;
}
