import type { ItemId, MindMap } from '@bough/map';
import type { CommandId } from '../../commands/table.ts';
import { rowsInOrder, topmost } from '../../commands/edits/tree-walk.ts';
import type { Plan, World } from '../../commands/world.ts';
import type { EditorWords } from '../ports/editor-types.ts';

/** What a screen reader is told of a command, in the world before it; null where the new selection says enough. */
export function sayingOf(command: CommandId, plan: Plan, world: World, { said }: EditorWords): string | null {
  const { map, selection } = world;
  const isOpen = (id: ItemId): boolean => {
    const item = map.items.get(id);
    return item !== undefined && !world.isFolded(item);
  };
  switch (command) {
    case 'delete-branch':
      return said.removed(topmost(map, selection.ids).reduce((sum, item) => sum + sizeOf(map, item.id), 0));
    case 'delete-item':
      return said.removed(plan.ops.filter((op) => op.kind === 'remove').length);
    case 'fold': {
      const id = selection.focus;
      const isFolding = id !== null && isOpen(id);
      return isFolding ? said.folded(sizeOf(map, id) - 1) : said.unfolded;
    }
    case 'unfold-all':
      return said.unfolded;
    case 'move-up':
    case 'move-down':
    case 'promote':
    case 'demote': {
      const move = plan.ops.findLast((op) => op.kind === 'move');
      const parent = move?.kind === 'move' && move.parent !== null ? map.items.get(move.parent) : undefined;
      return said.moved(parent?.text ?? '');
    }
    case 'duplicate':
      return said.pasted(plan.ops.filter((op) => op.kind === 'add').length);
    case 'tidy':
    case 'straighten':
      return said.tidied;
    default:
      return null;
  }
}

function sizeOf(map: MindMap, top: ItemId): number {
  return 1 + rowsInOrder(map, top).length;
}
