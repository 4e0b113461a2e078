import type { Editor, EditorSnapshot } from '@bough/editor';
import { useEffect, useMemo, useRef } from 'react';
import { words } from '../../words/index.ts';
import { OutlineRow } from './outline-row.tsx';
import { canEdit } from '../role.ts';
import { SideSheet } from './side-sheet.tsx';

interface OutlineSheetProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly onClose: () => void;
}

/** The whole map as an outline that can be edited; both show the same at every moment. */
export function OutlineSheet({ editor, snapshot, onClose }: OutlineSheetProps) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version says that the outline is another one
  const rows = useMemo(() => editor.outline(), [editor, snapshot.version]);
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<string | null>(null);
  // Only when the outline opens: afterwards the keyboard is where the person put it.
  const opening = useRef(snapshot.focused?.id ?? rows[0]?.item.id ?? null);
  useEffect(() => {
    wanted.current ??= opening.current;
    opening.current = null;
  }, []);
  useEffect(() => {
    if (wanted.current === null) return;
    const field = list.current?.querySelector<HTMLElement>(`[data-item="${wanted.current}"]`);
    if (field === null || field === undefined) return;
    wanted.current = null;
    field.focus();
  });
  return (
    <SideSheet title={words.commands.outline} onClose={onClose}>
      <p className="side-sheet-of">{words.panel.outline.hint}</p>
      <ol ref={list} className="outline">
        {rows.map(({ item, level }, index) => (
          <OutlineRow
            key={item.id}
            editor={editor}
            item={item}
            level={level}
            isFixed={!canEdit(snapshot)}
            above={rows[index - 1]?.item.id ?? null}
            below={rows[index + 1]?.item.id ?? null}
            onWant={(id) => {
              wanted.current = id;
            }}
          />
        ))}
      </ol>
    </SideSheet>
  );
}
