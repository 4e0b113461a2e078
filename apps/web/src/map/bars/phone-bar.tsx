import type { CommandId, Editor, EditorSnapshot } from '@bough/editor';
import { CornerDownRight, Ellipsis, ListPlus, type LucideIcon, Pencil, Undo2 } from 'lucide-react';
import { words } from '../../words/index.ts';
import type { Panel } from '../panels/panel.ts';

const ACTIONS: readonly { readonly id: CommandId; readonly Icon: LucideIcon }[] = [
  { id: 'add-child', Icon: CornerDownRight },
  { id: 'add-after', Icon: ListPlus },
  { id: 'edit', Icon: Pencil },
  { id: 'undo', Icon: Undo2 },
];

interface PhoneBarProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly onPanel: (panel: Panel) => void;
}

/** On a phone, in thumb's reach: what one needs to think with. */
export function PhoneBar({ editor, snapshot, onPanel }: PhoneBarProps) {
  if (snapshot.role === 'view' || snapshot.role === 'comment') return null;
  const isNothing = snapshot.focused === null;
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
      <button
        type="button"
        className="button"
        aria-label={isNothing ? words.commands.palette : words.map.itemMore}
        aria-haspopup="dialog"
        onClick={() => onPanel({ kind: isNothing ? 'palette' : 'item' })}
      >
        <Ellipsis size={21} strokeWidth={1.5} />
      </button>
    </div>
  );
}
