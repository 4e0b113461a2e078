import type { CommandId, Editor, EditorSnapshot } from '@bough/editor';
import { ChevronsDownUp, CornerDownRight, Pencil, SquareCheck, Trash2, type LucideIcon } from 'lucide-react';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../words/index.ts';
import { ColourRow } from './colour-row.tsx';
import { keysOf } from './command-keys.ts';
import { placeBar } from './item-bar-place.ts';
import { canEdit } from './role.ts';

interface ItemBarProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
}

const REST_MS = 150;

const ACTIONS: readonly { readonly id: CommandId; readonly Icon: LucideIcon }[] = [
  { id: 'edit', Icon: Pencil },
  { id: 'add-child', Icon: CornerDownRight },
  { id: 'checkbox', Icon: SquareCheck },
  { id: 'fold', Icon: ChevronsDownUp },
  { id: 'delete-branch', Icon: Trash2 },
];

/** The small bar beside the selected item, once the selection rests; where it covers no words. */
export function ItemBar({ editor, snapshot }: ItemBarProps) {
  const { focusedRect: rect, focused } = snapshot;
  const bar = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<CSSProperties | null>(null);
  const hasRested = useRested(focused?.id ?? null, rect === null);
  const isShown = hasRested && rect !== null && focused !== null && canEdit(snapshot);
  useLayoutEffect(() => {
    if (!isShown || bar.current === null) return setPlace(null);
    const { offsetWidth: width, offsetHeight: height } = bar.current;
    const view = { width: innerWidth, height: innerHeight };
    setPlace(placeBar(rect, { width, height }, view, (box) => editor.itemsUnder(box)));
  }, [editor, isShown, rect]);
  if (!isShown) return null;
  return (
    <div
      ref={bar}
      className="item-bar"
      role="toolbar"
      aria-label={words.map.itemBar}
      style={place ?? { visibility: 'hidden' }}
    >
      <ColourRow editor={editor} colour={focused.colour} />
      <span className="divider" />
      {ACTIONS.map(({ id, Icon }) => (
        <button
          key={id}
          type="button"
          className="button icon"
          aria-label={words.commands[id]}
          title={titleOf(id)}
          disabled={!editor.can(id)}
          onClick={() => {
            editor.run(id);
            editor.focus();
          }}
        >
          <Icon size={17} strokeWidth={1.5} />
        </button>
      ))}
    </div>
  );
}

function titleOf(id: CommandId): string {
  const keys = keysOf(id);
  return keys === '' ? words.commands[id] : `${words.commands[id]} (${keys})`;
}

/** True once the same item has been selected, and stood still, for a moment. */
function useRested(id: string | null, isMoving: boolean): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    if (id === null || isMoving) return setRested(null);
    const timer = setTimeout(() => setRested(id), REST_MS);
    return () => clearTimeout(timer);
  }, [id, isMoving]);
  return rested !== null && rested === id;
}
