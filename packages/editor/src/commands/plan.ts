import { childrenOf } from '@bough/map';
import type { Direction } from '@bough/layout';
import { extended } from './selection.ts';
import type { CommandId } from './table.ts';
import { foldTo, unfoldAll } from './edits/fold.ts';
import { addBeside, addChild, focusedItem, insertParent } from './edits/grow.ts';
import { cycleCheckbox, duplicate, fold, markText } from './edits/mark.ts';
import { deleteBranches, deleteItems, demote, nudge, promote, reorder } from './edits/rearrange.ts';
import { straighten, tidy } from './edits/tidy.ts';
import type { Plan, World } from './world.ts';

const NUDGE = 10;

/** What the command does to map and selection; null when it can do nothing now, or is none of the map's (zoom, undo, paste). `text` is what a new branch begins with. */
export function planFor(command: CommandId, world: World, text = ''): Plan | null {
  switch (command) {
    case 'add-child':
      return addChild(world, text);
    case 'add-after':
      return addBeside(world, 'after');
    case 'add-before':
      return addBeside(world, 'before');
    case 'insert-parent':
      return insertParent(world);
    case 'edit':
      return world.selection.focus === null ? null : { ops: [], edit: world.selection.focus };
    case 'move-up':
      return reorder(world, 'up');
    case 'move-down':
      return reorder(world, 'down');
    case 'promote':
      return promote(world);
    case 'demote':
      return demote(world);
    case 'nudge-left':
      return nudge(world, -NUDGE, 0);
    case 'nudge-right':
      return nudge(world, NUDGE, 0);
    case 'nudge-up':
      return nudge(world, 0, -NUDGE);
    case 'nudge-down':
      return nudge(world, 0, NUDGE);
    case 'fold':
      return fold(world);
    case 'fold-to-1':
    case 'fold-to-2':
    case 'fold-to-3':
    case 'fold-to-4':
    case 'fold-to-5':
    case 'fold-to-6':
    case 'fold-to-7':
    case 'fold-to-8':
    case 'fold-to-9':
      return foldTo(world, Number(command.slice(-1)));
    case 'unfold-all':
      return unfoldAll(world);
    case 'tidy':
      return tidy(world);
    case 'straighten':
      return straighten(world);
    case 'delete-branch':
      return deleteBranches(world);
    case 'delete-item':
      return deleteItems(world);
    case 'duplicate':
      return duplicate(world);
    default:
      return marking(command, world) ?? selecting(command, world);
  }
}

function marking(command: CommandId, world: World): Plan | null {
  switch (command) {
    case 'bold':
      return markText(world, '**');
    case 'italic':
      return markText(world, '*');
    case 'code':
      return markText(world, '`');
    case 'strike':
      return markText(world, '~~');
    case 'checkbox':
      return cycleCheckbox(world);
    default:
      return null;
  }
}

function selecting(command: CommandId, world: World): Plan | null {
  switch (command) {
    case 'select-parent': {
      const parent = focusedItem(world)?.parent ?? null;
      return parent === null ? null : { ops: [], select: [parent] };
    }
    case 'select-left':
    case 'select-right':
    case 'select-up':
    case 'select-down':
      return go(world, DIRECTIONS[command], false);
    case 'extend-left':
    case 'extend-right':
    case 'extend-up':
    case 'extend-down':
      return go(world, DIRECTIONS[command], true);
    case 'select-all':
      return { ops: [], select: [...world.map.items.keys()].filter((id) => world.layout.box(id) !== null) };
    case 'select-none':
      return world.selection.ids.size === 0 && world.selection.isBereft !== true ? null : { ops: [], select: [] };
    default:
      return null;
  }
}

const DIRECTIONS = {
  'select-left': 'left',
  'select-right': 'right',
  'select-up': 'up',
  'select-down': 'down',
  'extend-left': 'left',
  'extend-right': 'right',
  'extend-up': 'up',
  'extend-down': 'down',
} as const;

/** An arrow: to what is seen that way; with nothing selected to the first root. */
function go(world: World, direction: Direction, isExtending: boolean): Plan | null {
  const item = focusedItem(world);
  const first = childrenOf(world.map, null)[0];
  if (item === null) return first === undefined ? null : { ops: [], select: [first] };
  const next = world.layout.neighbour(item.id, direction);
  if (next === null) return null;
  return { ops: [], select: isExtending ? [...extended(world.selection, [next]).ids] : [next] };
}
