import { type PresetId, PRESETS } from './presets.ts';
import { type CommandId, splitKeys } from './table.ts';

/** What the editor reads of a key event: any KeyboardEvent fits. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing: boolean;
  /** Tells AltGr, which types signs, from Ctrl with Alt, which does not. */
  getModifierState?(name: string): boolean;
}

/** Where the keyboard is. */
export interface KeyContext {
  readonly isEditing: boolean;
  readonly isApple: boolean;
  /** Whether the focused branch grows to the left: promote and demote follow what is seen. */
  readonly growsLeft: boolean;
  /** Whose keys; Standard when it is not said. */
  readonly preset?: PresetId;
}

const KEYS = new Map<PresetId, ReadonlyMap<string, CommandId>>();
for (const { id, keys } of PRESETS) {
  const commands = new Map<string, CommandId>();
  for (const [command, bindings] of keys) {
    for (const binding of bindings) {
      const chord = chordOf(binding.keys);
      if (binding.in !== 'editing') commands.set(`selected ${chord}`, command);
      if (binding.in !== 'selected') commands.set(`editing ${chord}`, command);
    }
  }
  KEYS.set(id, commands);
}

/** The command that the key means here; null when it means none, and always while a composition runs. */
export function commandFor(press: KeyPress, context: KeyContext): CommandId | null {
  // 229: the key belongs to an input method that has not yet said so (the first key of a composition, Safari's last one).
  if (press.isComposing || press.keyCode === 229) return null;
  if (press.getModifierState?.('AltGraph') === true) return null;
  const keys = KEYS.get(context.preset ?? 'standard') ?? new Map<string, CommandId>();
  const isMod = context.isApple ? press.metaKey : press.ctrlKey;
  const place = context.isEditing ? 'editing' : 'selected';
  const modifiers = [
    ...(isMod ? ['Mod'] : []),
    ...(context.isApple && press.ctrlKey ? ['Ctrl'] : []),
    ...(press.altKey ? ['Alt'] : []),
  ];
  const shifted = press.shiftKey ? [...modifiers, 'Shift'] : modifiers;
  const key = press.key === ' ' ? 'Space' : press.key.length === 1 ? press.key.toUpperCase() : press.key;
  // A sign that needs Shift on some keyboards (+) is looked up without it too; a letter under Alt by its place on the keyboard.
  const found =
    keys.get(`${place} ${joined(shifted, key)}`) ??
    (isSign(key) ? keys.get(`${place} ${joined(modifiers, key)}`) : undefined) ??
    ((isMod && !isLatin(key)) || press.altKey
      ? keys.get(`${place} ${joined(shifted, letterOf(press.code))}`)
      : undefined);
  if (found === undefined) return null;
  if (context.growsLeft && found === 'promote') return 'demote';
  if (context.growsLeft && found === 'demote') return 'promote';
  return found;
}

/** Whether the key alone would type something: then it starts an edit on the selected item. */
export function isTyping(press: KeyPress): boolean {
  if (press.isComposing || press.keyCode === 229) return true;
  // Keys that type nothing have names; what is typed is one character, two units long at most.
  return !press.ctrlKey && !press.metaKey && /^.$/u.test(press.key);
}

function chordOf(keys: string): string {
  const parts = splitKeys(keys);
  const key = parts.pop() ?? '';
  // Outside Apple's machines Ctrl is what Mod means.
  return joined(
    parts.map((part) => (part === 'Ctrl' ? 'Mod' : part)),
    key,
  );
}

function joined(modifiers: readonly string[], key: string): string {
  const order = ['Mod', 'Ctrl', 'Alt', 'Shift'].filter((one) => modifiers.includes(one));
  return [...order, key].join('+');
}

function isSign(key: string): boolean {
  return key.length === 1 && !/[\p{L}\p{N}]/u.test(key);
}

function isLatin(key: string): boolean {
  return /^[\x20-\x7e]+$/.test(key);
}

function letterOf(code: string): string {
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? '';
}
