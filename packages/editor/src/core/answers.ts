import { childrenOf, type Item, type MindMap } from '@bough/map';
import type { CommandId } from '../commands/command-id.ts';
import { isOffered } from '../commands/is-offered.ts';
import { commandOf } from '../commands/table.ts';
import { canWrite, type Context, focusedOf } from './context.ts';
import type { State } from './state.ts';

// What the page asks of the editor before it shows something.

type Asked = Pick<Context, 'map' | 'facts' | 'settings'>;

/** Whether the role lets do it at all: what it does not is shown nowhere. */
export function offers({ facts, settings }: Asked, command: CommandId): boolean {
  return isOffered(command, facts.role, settings.mayReadPast === true);
}

/** Whether the action can be done now: for menus and the palette. */
export function canRun(state: State, context: Asked, command: CommandId): boolean {
  const { facts } = context;
  const { writes, group } = commandOf(command);
  const focused = focusedOf(state, context);
  if (command === 'note' || (command === 'comment' && offers(context, command)) || command === 'focus-branch')
    return focused !== null || state.focusOn !== null;
  if (!offers(context, command) || (writes && !canWrite(context))) return false;
  if (command === 'undo') return facts.canUndo;
  if (command === 'redo') return facts.canRedo;
  if (command === 'commit' || command === 'newline') return state.editing !== null;
  if (command === 'promote' || command === 'demote' || command === 'select-parent') return focused?.parent != null;
  const needsItem = group === 'item' || group === 'text' || command === 'copy' || command === 'cut';
  return !needsItem || focused !== null || command === 'add-child' || command === 'menu';
}

/** An item with its level from 1. */
export interface OutlineRow {
  readonly item: Item;
  readonly level: number;
}

/** Every item in the order of the tree, folded ones too. Costs the whole map. */
export function rowsInOrder(map: MindMap): readonly OutlineRow[] {
  const rows: OutlineRow[] = [];
  const waiting = childrenOf(map, null)
    .toReversed()
    .map((id) => ({ id, level: 1 }));
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const item = map.items.get(at.id);
    if (item !== undefined) rows.push({ item, level: at.level });
    for (const id of childrenOf(map, at.id).toReversed()) waiting.push({ id, level: at.level + 1 });
  }
  return rows;
}
