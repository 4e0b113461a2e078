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
  readonly group: 'item' | 'move' | 'select' | 'text' | 'edit' | 'view';
  /** The Standard preset, which the others change; the first one is shown. */
  readonly keys: readonly KeyBinding[];
  /** Whether it changes the map: not for those who may only look. */
  readonly writes: boolean;
}

type Row = readonly [group: Command['group'], keys: string, writes?: 'writes'];

// Keys: `place:keys` separated by spaces; s = selected, e = editing, b = both.
const ROWS = {
  'add-child': ['item', 'b:Tab s:Insert', 'writes'],
  'add-after': ['item', 's:Enter', 'writes'],
  'add-before': ['item', 's:Shift+Enter', 'writes'],
  'insert-parent': ['item', 's:Mod+Enter', 'writes'],
  edit: ['text', 's:F2', 'writes'],
  commit: ['text', 'e:Enter e:Escape'],
  newline: ['text', 'e:Shift+Enter e:Mod+Enter', 'writes'],
  'select-parent': ['select', 'b:Shift+Tab'],
  'select-left': ['select', 's:ArrowLeft e:Alt+Shift+ArrowLeft'],
  'select-right': ['select', 's:ArrowRight e:Alt+Shift+ArrowRight'],
  'select-up': ['select', 's:ArrowUp e:Alt+Shift+ArrowUp'],
  'select-down': ['select', 's:ArrowDown e:Alt+Shift+ArrowDown'],
  'extend-left': ['select', 's:Shift+ArrowLeft'],
  'extend-right': ['select', 's:Shift+ArrowRight'],
  'extend-up': ['select', 's:Shift+ArrowUp'],
  'extend-down': ['select', 's:Shift+ArrowDown'],
  'select-all': ['select', 's:Mod+A'],
  'select-none': ['select', 's:Escape'],
  'move-up': ['move', 's:Alt+ArrowUp', 'writes'],
  'move-down': ['move', 's:Alt+ArrowDown', 'writes'],
  promote: ['move', 's:Alt+ArrowLeft', 'writes'],
  demote: ['move', 's:Alt+ArrowRight', 'writes'],
  'nudge-left': ['move', 's:Mod+Shift+ArrowLeft', 'writes'],
  'nudge-right': ['move', 's:Mod+Shift+ArrowRight', 'writes'],
  'nudge-up': ['move', 's:Mod+Shift+ArrowUp', 'writes'],
  'nudge-down': ['move', 's:Mod+Shift+ArrowDown', 'writes'],
  tidy: ['move', 's:Mod+Shift+L', 'writes'],
  fold: ['view', 's:Space'],
  'fold-to-1': ['view', 's:Alt+Shift+1'],
  'fold-to-2': ['view', 's:Alt+Shift+2'],
  'fold-to-3': ['view', 's:Alt+Shift+3'],
  'fold-to-4': ['view', 's:Alt+Shift+4'],
  'fold-to-5': ['view', 's:Alt+Shift+5'],
  'fold-to-6': ['view', 's:Alt+Shift+6'],
  'fold-to-7': ['view', 's:Alt+Shift+7'],
  'fold-to-8': ['view', 's:Alt+Shift+8'],
  'fold-to-9': ['view', 's:Alt+Shift+9'],
  'unfold-all': ['view', 's:Alt+Shift+0'],
  'focus-branch': ['view', 's:Mod+.'],
  'delete-branch': ['item', 's:Delete s:Backspace', 'writes'],
  'delete-item': ['item', 's:Shift+Backspace s:Shift+Delete', 'writes'],
  undo: ['edit', 'b:Mod+Z', 'writes'],
  redo: ['edit', 'b:Mod+Shift+Z b:Ctrl+Y', 'writes'],
  copy: ['edit', 's:Mod+C'],
  cut: ['edit', 's:Mod+X', 'writes'],
  paste: ['edit', 's:Mod+V', 'writes'],
  'paste-text': ['edit', 's:Mod+Shift+V', 'writes'],
  'copy-markdown': ['edit', ''],
  'copy-link': ['item', ''],
  duplicate: ['edit', 's:Mod+D', 'writes'],
  bold: ['text', 'b:Mod+B', 'writes'],
  italic: ['text', 'b:Mod+I', 'writes'],
  code: ['text', 'b:Mod+E', 'writes'],
  strike: ['text', '', 'writes'],
  checkbox: ['item', 'b:Mod+Shift+X', 'writes'],
  colour: ['item', '', 'writes'],
  icon: ['item', 's::', 'writes'],
  image: ['item', '', 'writes'],
  note: ['item', 's:Alt+Enter'],
  'link-item': ['item', 's:Mod+L', 'writes'],
  'link-web': ['item', 's:Mod+K', 'writes'],
  straighten: ['item', '', 'writes'],
  comment: ['item', 's:Mod+Alt+M'],
  comments: ['view', ''],
  chat: ['view', 'b:Mod+Alt+Shift+M'],
  find: ['view', 'b:Mod+F'],
  'find-next': ['view', 's:F3 s:Mod+G'],
  'find-previous': ['view', 's:Shift+F3 s:Mod+Shift+G'],
  'find-everywhere': ['view', 'b:Mod+Shift+F'],
  palette: ['view', 'b:Mod+Shift+P'],
  help: ['view', 'b:Mod+/'],
  history: ['view', 'b:Mod+Alt+Shift+H'],
  print: ['view', 'b:Mod+P'],
  outline: ['view', 'b:Mod+Alt+O'],
  present: ['view', 's:Mod+Alt+P'],
  'present-next': ['view', ''],
  'present-previous': ['view', ''],
  'zoom-in': ['view', 'b:Mod++ b:Mod+='],
  'zoom-out': ['view', 'b:Mod+-'],
  'zoom-actual': ['view', 'b:Mod+0'],
  centre: ['view', 's:Home'],
  fit: ['view', 's:Shift+Home'],
  developers: ['view', ''],
  menu: ['item', 's:ContextMenu s:Shift+F10'],
} satisfies Readonly<Record<string, Row>>;

/** The stable name of one action. The palette, the help, the menus and the keys all name actions by these. */
export type CommandId = keyof typeof ROWS;

/** Every action there is, in the order of the palette. */
// The rows are these, and no others: their type says so.
export const COMMAND_IDS = Object.keys(ROWS) as readonly CommandId[];

/** Every command, in that order. */
export const COMMANDS: readonly Command[] = COMMAND_IDS.map((id) => {
  const [group, keys, writes]: Row = ROWS[id];
  return { id, group, keys: parseBindings(keys), writes: writes === 'writes' };
});

/** The command with this id. */
export function commandOf(id: CommandId): Command {
  return COMMANDS[COMMAND_IDS.indexOf(id)] ?? { id, group: 'edit', keys: [], writes: true };
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
