import type { CommandId, Editor } from '@bough/editor';

const OF_AN_ITEM: ReadonlySet<CommandId> = new Set(['note', 'comment', 'link-web', 'icon']);
const WITH_A_FIELD: ReadonlySet<CommandId> = new Set([...OF_AN_ITEM, 'palette', 'help', 'find-everywhere', 'chat']);

/** Whether the command is about an item, and there is none that it could be about. */
export function lacksItem(editor: Editor, command: CommandId): boolean {
  return OF_AN_ITEM.has(command) && !editor.can(command);
}

/** Whether what is typed after the command is meant for a field of its panel. */
export function isTypedInto(editor: Editor, command: CommandId): boolean {
  // On a phone the keyboard on the screen comes with a press on a row (outline-sheet.tsx).
  if (command === 'outline') return editor.getSnapshot().items > 0 && !matchMedia('(pointer: coarse)').matches;
  return WITH_A_FIELD.has(command) && !lacksItem(editor, command);
}
