import type { Ids } from '@bough/base';
import type { Layout } from '@bough/layout';
import type { Item, MindMap, Orders } from '@bough/map';
import type { Rect, Spot } from '@bough/scene';
import type { World } from '../commands/world.ts';
import { middleOf, toMap, type View } from './camera/camera.ts';
import type { EditorSettings } from './ports/editor-types.ts';
import type { MapFacts } from './ports/open-map.ts';
import { isFoldedIn } from './folding/folds.ts';
import type { State } from './state.ts';
import type { Caret } from './typing/typing.ts';

/** What the words' box holds now. */
export interface Box {
  readonly value: string;
  readonly caret: Caret;
  readonly isComposing: boolean;
  /** Where the caret stands, on the map, from the top left of the words; null: that is not known. */
  readonly caretRect: Rect | null;
}

/** What `next` reads beside the state. It changes nothing of it. */
export interface Context {
  readonly map: MindMap;
  readonly layout: Layout;
  readonly facts: MapFacts;
  readonly settings: EditorSettings;
  readonly ids: Ids;
  readonly orders: Pick<Orders, 'between'>;
  readonly nowMs: number;
  /** null while the editor stands on no page. */
  readonly view: View | null;
  readonly box: Box;
  /** Whether the page does what is asked of it. */
  readonly canAsk: boolean;
  /** Where the pixels of an image are. */
  readonly imageAddress: (source: string) => string | null;
}

/** Whether this person may change the map, as far as is known. */
export function canWrite({ facts: { role, status }, settings }: Pick<Context, 'facts' | 'settings'>): boolean {
  if (settings.isReadOnly) return false;
  const isOpen = status.kind === 'outdated' ? status.isOpen : status.kind !== 'closed' && status.kind !== 'opening';
  return isOpen && (role === null || role === 'edit' || role === 'own');
}

/** Whether the map is still on its way. What is typed or pasted meanwhile is taken when it comes. */
export function isAwaited(state: State, { map }: Pick<Context, 'map'>): boolean {
  return !state.isGreeted && map.items.size === 0;
}

/** What commands read. New roots go to `middle`, where nothing else is said to the middle of what is seen. */
export function worldOf({ selection, look, folds }: State, context: Context, middle?: Spot | null): World {
  const { map, layout, ids, orders, view } = context;
  const seen = view === null ? { x: 0, y: 0 } : toMap(look.camera, middleOf(view));
  return { map, selection, layout, ids, orders, middle: middle ?? seen, isFolded };

  function isFolded(item: Item): boolean {
    return isFoldedIn(folds, item);
  }
}

/** The item that keys act on. */
export function focusedOf({ selection }: State, { map }: Pick<Context, 'map'>): Item | null {
  return selection.focus === null ? null : (map.items.get(selection.focus) ?? null);
}
