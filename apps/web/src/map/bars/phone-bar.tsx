import type { CommandId, Editor, EditorSnapshot } from '@bough/editor';
import { CornerDownRight, ListPlus, type LucideIcon, Pencil, Trash2, Undo2 } from 'lucide-react';
import { words } from '../../words/index.ts';

const ACTIONS: readonly { readonly id: CommandId; readonly Icon: LucideIcon }[] = [
  { id: 'add-child', Icon: CornerDownRight },
  { id: 'add-after', Icon: ListPlus },
  { id: 'edit', Icon: Pencil },
  { id: 'undo', Icon: Undo2 },
  { id: 'delete-branch', Icon: Trash2 },
];

/** On a phone, in thumb's reach: what one needs to think with. */
export function PhoneBar({ editor, snapshot }: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  if (snapshot.role === 'view' || snapshot.role === 'comment') return null;
  return (
    <div className="phone-bar" role="toolbar" aria-label={words.map.itemBar}>
      {ACTIONS.map(({ id, Icon }) => (
        <button
          key={id}
          type="button"
          className="button"
          aria-label={words.commands[id]}
          disabled={!editor.can(id)}
          onClick={() => {
            editor.run(id);
            // What is typed next is for the map, not for this button; where words are edited, the keyboard comes up.
            editor.focus();
          }}
        >
          <Icon size={21} strokeWidth={1.5} />
        </button>
      ))}
    </div>
  );
}
