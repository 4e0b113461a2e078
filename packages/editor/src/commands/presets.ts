import { type CommandId, COMMANDS, type KeyBinding, parseBindings } from './table.ts';

/** Whose habits the keys follow. */
export type PresetId = 'standard' | 'coggle' | 'freemind';

/** A set of keys: Standard with these rows in the place of its own. */
export interface Preset {
  readonly id: PresetId;
  readonly name: string;
  /** Whether one click on an item's words edits them, instead of selecting the item. */
  readonly clickEdits: boolean;
  readonly keys: ReadonlyMap<CommandId, readonly KeyBinding[]>;
}

type Rows = Readonly<Partial<Record<CommandId, string>>>;

const COGGLE: Rows = {
  'add-after': 's:Enter e:Enter',
  commit: 'e:Escape',
  edit: 's:F2 s:Mod+Enter',
  'insert-parent': '',
  newline: 'e:Shift+Enter e:Mod+Enter',
  'add-before': 's:Shift+Enter',
  'delete-branch': 's:Delete s:Backspace s:Mod+Backspace',
};

const FREEMIND: Rows = {
  'add-child': 's:Insert b:Tab',
  'insert-parent': 's:Shift+Insert s:Mod+Enter',
  'move-up': 's:Mod+ArrowUp s:Alt+ArrowUp',
  'move-down': 's:Mod+ArrowDown s:Alt+ArrowDown',
  promote: 's:Mod+ArrowLeft s:Alt+ArrowLeft',
  demote: 's:Mod+ArrowRight s:Alt+ArrowRight',
  note: 's:Mod+Shift+N s:Alt+Enter',
  centre: 's:Home s:Alt+C',
  'find-next': 's:Mod+G s:F3',
  redo: 'b:Mod+Y b:Mod+Shift+Z',
  'zoom-in': 's:Alt+PageUp b:Mod++ b:Mod+=',
  'zoom-out': 's:Alt+PageDown b:Mod+-',
};

/** The presets, Standard first. */
export const PRESETS: readonly Preset[] = [
  preset('standard', 'Standard', false, {}),
  preset('coggle', 'Coggle', true, COGGLE),
  preset('freemind', 'FreeMind', false, FREEMIND),
];

/** The preset of that name. */
export function presetOf(id: PresetId): Preset {
  return PRESETS.find((one) => one.id === id) ?? preset('standard', 'Standard', false, {});
}

/** The keys of a command in a preset, the one to show first. */
export function bindingsOf(command: CommandId, id: PresetId): readonly KeyBinding[] {
  return presetOf(id).keys.get(command) ?? [];
}

function preset(id: PresetId, name: string, clickEdits: boolean, rows: Rows): Preset {
  const keys = COMMANDS.map((command) => {
    const own = rows[command.id];
    return [command.id, own === undefined ? command.keys : parseBindings(own)] as const;
  });
  return { id, name, clickEdits, keys: new Map(keys) };
}
