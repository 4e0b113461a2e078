import type { CommandId, Editor, EditorSnapshot } from '@bough/editor';
import {
  Ellipsis,
  Image,
  Link,
  type LucideIcon,
  MessageSquare,
  NotebookPen,
  Shapes,
  Smile,
  Spline,
} from 'lucide-react';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../../words/index.ts';
import { ColourRow } from './colour-row.tsx';
import { keysOf } from '../commands/command-keys.ts';
import type { Panel } from '../panels/panel.ts';
import { placeBar } from './item-bar-place.ts';
import { canEdit } from '../role.ts';
import { IconButton } from '../../shell/controls/icon-button.tsx';

interface ItemBarProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly onPanel: (panel: Panel) => void;
}

const REST_MS = 150;
/** What is done to one item only. */
const OF_ONE: ReadonlySet<CommandId> = new Set(['link-item', 'image', 'note', 'comment']);

const ACTIONS: readonly { readonly id: CommandId; readonly Icon: LucideIcon }[] = [
  { id: 'icon', Icon: Smile },
  { id: 'link-web', Icon: Link },
  { id: 'link-item', Icon: Spline },
  { id: 'image', Icon: Image },
  { id: 'note', Icon: NotebookPen },
  { id: 'comment', Icon: MessageSquare },
  { id: 'menu', Icon: Ellipsis },
];

/** The small bar beside the selected item, once the selection rests; where it covers no words. */
export function ItemBar({ editor, snapshot, onPanel }: ItemBarProps) {
  const { focusedRect: rect, focused } = snapshot;
  const bar = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<CSSProperties | null>(null);
  // Whose colours stand in the place of the other actions, so that the bar grows over nothing.
  const [opened, setOpened] = useState<string | null>(null);
  const hasRested = useRested(focused?.id ?? null, rect === null);
  useEffect(() => setOpened(null), [focused?.id]);
  const isShown = hasRested && rect !== null && focused !== null && canEdit(snapshot);
  useLayoutEffect(() => {
    if (!isShown || bar.current === null) return setPlace(null);
    const { offsetWidth: width, offsetHeight: height } = bar.current;
    setPlace(placeBar(rect, { width, height }, editor.freeArea(), (box) => editor.itemsUnder(box)));
  }, [editor, isShown, rect, snapshot.selection.length]);
  if (!isShown) return null;
  return (
    <div
      ref={bar}
      className="item-bar"
      role="toolbar"
      aria-label={words.map.itemBar}
      style={place ?? { visibility: 'hidden' }}
    >
      {opened === focused.id ? (
        <ColourRow editor={editor} colour={focused.colour} onClose={() => setOpened(null)} />
      ) : (
        <Actions
          {...{ editor, onPanel }}
          count={snapshot.selection.length}
          colour={focused.colour}
          itemEnd={rect.y + rect.height}
          onColours={() => setOpened(focused.id)}
        />
      )}
    </div>
  );
}

interface ActionsProps {
  readonly editor: Editor;
  readonly colour: string | null;
  /** How many items are selected. */
  readonly count: number;
  /** The item's lower edge. */
  readonly itemEnd: number;
  readonly onPanel: (panel: Panel) => void;
  readonly onColours: () => void;
}

function Actions({ editor, colour, count, itemEnd, onPanel, onColours }: ActionsProps) {
  return (
    <>
      {count > 1 ? <span className="item-count">{words.map.selected(count)}</span> : null}
      <IconButton name={words.commands.colour} aria-expanded={false} onPress={onColours}>
        <span className="dot" data-hue={colour ?? 'none'} />
      </IconButton>
      <IconButton
        name={words.panel.style.title}
        onPress={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          // Below the item too, which is to be seen while it changes.
          onPanel({ kind: 'style', at: { x: box.left, y: Math.max(box.bottom, itemEnd) + 8 } });
        }}
      >
        <Shapes size={17} strokeWidth={1.5} />
      </IconButton>
      <span className="divider" />
      {ACTIONS.filter(({ id }) => count === 1 || !OF_ONE.has(id)).map(({ id, Icon }) => (
        <IconButton
          key={id}
          name={words.commands[id]}
          title={titleOf(id)}
          isDisabled={!editor.can(id)}
          onPress={() => {
            editor.focus();
            editor.run(id);
          }}
        >
          <Icon size={17} strokeWidth={1.5} />
        </IconButton>
      ))}
    </>
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
