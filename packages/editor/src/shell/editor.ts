import type { ItemFields, ItemId } from '@bough/map';
import type { CommandId } from '../commands/command-id.ts';
import type { EditorComponents, EditorSettings } from '../editor-types.ts';
import type { EditorSnapshot } from '../snapshot.ts';

/** Everything that happens on the canvas, for one open map, from `mount` to `unmount`. */
export declare class Editor {
  constructor(components: EditorComponents, settings: EditorSettings);
  /** Fills the host (a positioned element with a size) with the canvas, the words' box and the ARIA tree. Undone by `unmount`. */
  mount(host: HTMLElement): void;
  unmount(): void;
  configure(settings: Partial<EditorSettings>): void;
  /** Both are bound: pass them to useSyncExternalStore as they are. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => EditorSnapshot;
  /** Whether the action can be done now: for menus and the palette. */
  can(command: CommandId): boolean;
  /** Does it; false when it cannot be done now. */
  run(command: CommandId): boolean;
  /** Sets fields on every selected item, as one step. */
  setFields(fields: Partial<ItemFields>): void;
  /** Replaces the note of one item by its smallest splice. */
  setNote(id: ItemId, note: string): void;
  setTitle(title: string): void;
  select(ids: readonly ItemId[]): void;
  /** Flies to the item and selects it. */
  show(id: ItemId): void;
  /** Searches as one types; null ends the search. */
  find(query: string | null): void;
  closeMenu(): void;
  /** Gives the keyboard back to the map. */
  focus(): void;
}
