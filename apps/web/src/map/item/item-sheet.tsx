import type { CommandId, Editor, EditorSnapshot } from '@bough/editor';
import { Image, Link, type LucideIcon, MessageSquare, NotebookPen, Shapes, Smile, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { words } from '../../words/index.ts';
import type { Panel } from '../panels/panel.ts';
import { ColourRow } from './colour-row.tsx';
import { Popover } from './popover.tsx';

interface ItemSheetProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly onPanel: (panel: Panel) => void;
  readonly onClose: () => void;
}

const ACTIONS: readonly { readonly id: CommandId; readonly Icon: LucideIcon }[] = [
  { id: 'note', Icon: NotebookPen },
  { id: 'icon', Icon: Smile },
  { id: 'comment', Icon: MessageSquare },
  { id: 'link-web', Icon: Link },
  { id: 'image', Icon: Image },
  { id: 'delete-branch', Icon: Trash2 },
];

/** On a phone: what one does with the selected item now and then. */
export function ItemSheet({ editor, snapshot, onPanel, onClose }: ItemSheetProps) {
  const { focused } = snapshot;
  useEffect(() => {
    if (focused === null) onClose();
  }, [focused, onClose]);
  if (focused === null) return null;
  const close = () => {
    onClose();
    editor.focus();
  };
  return (
    <Popover at={{ x: 0, y: innerHeight }} label={words.map.itemMore} onClose={close}>
      <ColourRow editor={editor} colour={focused.colour} onClose={close} isKeyboards={false} />
      <div className="item-sheet">
        <button
          type="button"
          className="menu-row"
          onClick={() => onPanel({ kind: 'style', at: { x: 0, y: innerHeight } })}
        >
          <Shapes size={18} strokeWidth={1.5} />
          <span>{words.panel.style.title}</span>
        </button>
        {ACTIONS.filter(({ id }) => editor.offers(id)).map(({ id, Icon }) => (
          <button
            key={id}
            type="button"
            className="menu-row"
            disabled={!editor.can(id)}
            onClick={() => {
              close();
              editor.run(id);
            }}
          >
            <Icon size={18} strokeWidth={1.5} />
            <span>{words.commands[id]}</span>
          </button>
        ))}
      </div>
    </Popover>
  );
}
