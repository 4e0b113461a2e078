import type { CommandId } from './command-id.ts';

/** Where a key means the action: with an item selected, while editing its words, or in both. */
export type KeyPlace = 'selected' | 'editing' | 'both';

/** One key with its modifiers, as one writes it: `Mod+Shift+Z`; Mod is Ctrl, or Command on Apple's machines. */
export interface KeyBinding {
  readonly keys: string;
  readonly in: KeyPlace;
}

/** One action as the palette, the help and the menus show it. */
export interface Command {
  readonly id: CommandId;
  /** English, in the imperative; the page's catalogue may replace it by id. */
  readonly name: string;
  readonly group: 'item' | 'move' | 'select' | 'text' | 'edit' | 'view';
  /** The Standard preset; the first one is shown. */
  readonly keys: readonly KeyBinding[];
}

/** Every command, in the order of the palette. */
export declare const COMMANDS: readonly Command[];

/** `Mod+Shift+Z` as people of this platform write it: `Ctrl+Shift+Z` or `⇧⌘Z`. */
export declare function writeKeys(keys: string, isApple: boolean): string;
