import { COMMAND_IDS, type CommandId } from './command-id.ts';

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
  /** The Standard preset, which the others change; the first one is shown. */
  readonly keys: readonly KeyBinding[];
  /** Whether it changes the map: not for those who may only look. */
  readonly writes: boolean;
}

type Row = readonly [name: string, group: Command['group'], keys: string, writes?: 'writes'];

// Keys: `place:keys` separated by spaces; s = selected, e = editing, b = both.
const ROWS: Readonly<Record<CommandId, Row>> = {
  'add-child': ['Add branch', 'item', 'b:Tab s:Insert', 'writes'],
  'add-after': ['Add item after', 'item', 's:Enter', 'writes'],
  'add-before': ['Add item before', 'item', 's:Shift+Enter', 'writes'],
  'insert-parent': ['Insert parent', 'item', 's:Mod+Enter', 'writes'],
  edit: ['Edit text', 'text', 's:F2', 'writes'],
  commit: ['Keep text', 'text', 'e:Enter e:Escape'],
  newline: ['New line', 'text', 'e:Shift+Enter e:Mod+Enter', 'writes'],
  'select-parent': ['Go to parent', 'select', 'b:Shift+Tab'],
  'select-left': ['Go left', 'select', 's:ArrowLeft e:Alt+Shift+ArrowLeft'],
  'select-right': ['Go right', 'select', 's:ArrowRight e:Alt+Shift+ArrowRight'],
  'select-up': ['Go up', 'select', 's:ArrowUp e:Alt+Shift+ArrowUp'],
  'select-down': ['Go down', 'select', 's:ArrowDown e:Alt+Shift+ArrowDown'],
  'extend-left': ['Extend selection left', 'select', 's:Shift+ArrowLeft'],
  'extend-right': ['Extend selection right', 'select', 's:Shift+ArrowRight'],
  'extend-up': ['Extend selection up', 'select', 's:Shift+ArrowUp'],
  'extend-down': ['Extend selection down', 'select', 's:Shift+ArrowDown'],
  'select-all': ['Select all', 'select', 's:Mod+A'],
  'select-none': ['Select nothing', 'select', 's:Escape'],
  'move-up': ['Move up', 'move', 's:Alt+ArrowUp', 'writes'],
  'move-down': ['Move down', 'move', 's:Alt+ArrowDown', 'writes'],
  promote: ['Move towards the root', 'move', 's:Alt+ArrowLeft', 'writes'],
  demote: ['Move under the item above', 'move', 's:Alt+ArrowRight', 'writes'],
  'nudge-left': ['Nudge left', 'move', 's:Mod+Shift+ArrowLeft', 'writes'],
  'nudge-right': ['Nudge right', 'move', 's:Mod+Shift+ArrowRight', 'writes'],
  'nudge-up': ['Nudge up', 'move', 's:Mod+Shift+ArrowUp', 'writes'],
  'nudge-down': ['Nudge down', 'move', 's:Mod+Shift+ArrowDown', 'writes'],
  tidy: ['Tidy the branch', 'move', 's:Mod+Shift+L', 'writes'],
  fold: ['Fold or unfold', 'view', 's:Space', 'writes'],
  'fold-to-1': ['Fold to level 1', 'view', 's:Alt+Shift+1', 'writes'],
  'fold-to-2': ['Fold to level 2', 'view', 's:Alt+Shift+2', 'writes'],
  'fold-to-3': ['Fold to level 3', 'view', 's:Alt+Shift+3', 'writes'],
  'fold-to-4': ['Fold to level 4', 'view', 's:Alt+Shift+4', 'writes'],
  'fold-to-5': ['Fold to level 5', 'view', 's:Alt+Shift+5', 'writes'],
  'fold-to-6': ['Fold to level 6', 'view', 's:Alt+Shift+6', 'writes'],
  'fold-to-7': ['Fold to level 7', 'view', 's:Alt+Shift+7', 'writes'],
  'fold-to-8': ['Fold to level 8', 'view', 's:Alt+Shift+8', 'writes'],
  'fold-to-9': ['Fold to level 9', 'view', 's:Alt+Shift+9', 'writes'],
  'focus-branch': ['Focus on the branch', 'view', 's:Mod+.'],
  'delete-branch': ['Delete branch', 'item', 's:Delete s:Backspace', 'writes'],
  'delete-item': ['Delete item, keep its branches', 'item', 's:Shift+Backspace s:Shift+Delete', 'writes'],
  undo: ['Undo', 'edit', 'b:Mod+Z', 'writes'],
  redo: ['Redo', 'edit', 'b:Mod+Shift+Z b:Ctrl+Y', 'writes'],
  copy: ['Copy', 'edit', 's:Mod+C'],
  cut: ['Cut', 'edit', 's:Mod+X', 'writes'],
  paste: ['Paste', 'edit', 's:Mod+V', 'writes'],
  'paste-text': ['Paste into one item', 'edit', 's:Mod+Shift+V', 'writes'],
  'copy-markdown': ['Copy as Markdown', 'edit', ''],
  duplicate: ['Duplicate', 'edit', 's:Mod+D', 'writes'],
  bold: ['Bold', 'text', 'b:Mod+B', 'writes'],
  italic: ['Italic', 'text', 'b:Mod+I', 'writes'],
  code: ['Code', 'text', 'b:Mod+E', 'writes'],
  strike: ['Strike through', 'text', '', 'writes'],
  checkbox: ['Check box', 'item', 'b:Mod+Shift+X', 'writes'],
  colour: ['Colour', 'item', '', 'writes'],
  icon: ['Icon', 'item', 's::', 'writes'],
  image: ['Image', 'item', '', 'writes'],
  note: ['Note', 'item', 's:Alt+Enter'],
  'link-item': ['Link to another item', 'item', 's:Mod+L', 'writes'],
  'link-web': ['Web link', 'item', 's:Mod+K', 'writes'],
  straighten: ['Straighten the branch line', 'item', '', 'writes'],
  comment: ['Comment', 'item', 's:Mod+Alt+M'],
  find: ['Find in this map', 'view', 'b:Mod+F'],
  'find-next': ['Next match', 'view', 's:F3 s:Mod+G'],
  'find-previous': ['Previous match', 'view', 's:Shift+F3 s:Mod+Shift+G'],
  'find-everywhere': ['Find in all maps', 'view', 'b:Mod+Shift+F'],
  palette: ['All commands', 'view', 'b:Mod+Shift+P'],
  help: ['Keys', 'view', 'b:Mod+/'],
  history: ['History', 'view', 'b:Mod+Alt+Shift+H'],
  print: ['Print', 'view', 'b:Mod+P'],
  outline: ['Outline', 'view', 'b:Mod+Alt+O'],
  present: ['Present', 'view', 's:Mod+Alt+P'],
  'present-next': ['Next step', 'view', ''],
  'present-previous': ['Step before', 'view', ''],
  'zoom-in': ['Zoom in', 'view', 'b:Mod++ b:Mod+='],
  'zoom-out': ['Zoom out', 'view', 'b:Mod+-'],
  'zoom-actual': ['Zoom to 100 %', 'view', 'b:Mod+0'],
  centre: ['Centre, then fit', 'view', 's:Home'],
  fit: ['Fit the whole map', 'view', 's:Shift+Home'],
  menu: ['Menu', 'item', 's:ContextMenu s:Shift+F10'],
};

/** Every command, in the order of the palette. */
export const COMMANDS: readonly Command[] = COMMAND_IDS.map((id) => {
  const [name, group, keys, writes] = ROWS[id];
  return { id, name, group, keys: parseBindings(keys), writes: writes === 'writes' };
});

/** The command with this id. */
export function commandOf(id: CommandId): Command {
  return COMMANDS[COMMAND_IDS.indexOf(id)] ?? { id, name: id, group: 'edit', keys: [], writes: true };
}

/** `Mod+Shift+Z` as people of this platform write it: `Ctrl+Shift+Z` or `⇧⌘Z`. */
export function writeKeys(keys: string, isApple: boolean): string {
  const parts = splitKeys(keys).map((part) => (isApple ? (APPLE[part] ?? part) : (OTHERS[part] ?? part)));
  return parts.join(isApple ? '' : '+');
}

/** The key with its modifiers apart; a plus may be the key itself. */
export function splitKeys(keys: string): string[] {
  return keys.split(/\+(?=.)/);
}

const APPLE: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↩',
  Tab: '⇥',
  Escape: 'esc',
  Backspace: '⌫',
  Delete: '⌦',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};
const OTHERS: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Escape: 'Esc',
  Delete: 'Del',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** Reads `s:Tab b:Mod+Z`; nothing is no key. */
export function parseBindings(text: string): KeyBinding[] {
  return text === '' ? [] : text.split(' ').map(parseBinding);
}

function parseBinding(text: string): KeyBinding {
  const place = text[0] === 's' ? 'selected' : text[0] === 'e' ? 'editing' : 'both';
  return { keys: text.slice(2), in: place };
}
