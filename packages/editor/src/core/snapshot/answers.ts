import { isOffered } from '../../commands/is-offered.ts';
import { type CommandId, commandOf } from '../../commands/table.ts';
import { canWrite, type Context, focusedOf } from '../context.ts';
import type { State } from '../state.ts';

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
