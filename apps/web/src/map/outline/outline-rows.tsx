import type { CommandId, Editor } from '@bough/editor';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { type OutlineHand, OutlineRow } from './outline-row.tsx';
import { directionOf } from './reading-direction.ts';
import { rowKey } from './row-keys.ts';
import type { ItemName } from './shown-rows.ts';
import type { Outline, Wanted } from './use-outline.ts';
import { useRowWindow } from './use-row-window.ts';

interface OutlineRowsProps {
  readonly editor: Editor;
  readonly outline: Outline;
  readonly isFixed: boolean;
  readonly wanted: Wanted | null;
  readonly onWanted: (wanted: Wanted | null) => void;
  readonly want: (id: ItemName | null) => void;
  readonly run: (command: CommandId, then?: ItemName | null) => void;
}

/** The rows of the outline, those in sight of them: a tree with columns to a screen reader, of which there is one. */
export function OutlineRows(props: OutlineRowsProps) {
  const { outline, isFixed, wanted, onWanted } = props;
  const { shown, places, place, current, finding, isHit, at } = outline;
  const list = useRef<HTMLDivElement>(null);
  const seen = useRowWindow(list, shown, place);
  const around = directionOf(shown[0]?.item.text ?? '', 'ltr');
  const [said, setSaid] = useState('');
  const hand = useHand(props, around === 'rtl', setSaid);
  const { reveal } = seen;

  const hitPlace = at === null ? -1 : (places.get(at) ?? -1);
  useEffect(() => reveal(hitPlace), [reveal, hitPlace, at]);
  const wantedPlace = wanted === null ? -1 : (places.get(wanted.id) ?? -1);
  useEffect(() => {
    const field = list.current?.querySelector<HTMLTextAreaElement>(`[data-item="${wanted?.id ?? ''}"]`);
    if (wanted === null || wantedPlace < 0 || field === null || field === undefined) return;
    field.focus({ preventScroll: true });
    if (wanted.range !== null) field.setSelectionRange(...wanted.range);
    reveal(wantedPlace);
    onWanted(null);
  }, [wanted, wantedPlace, reveal, onWanted]);
  return (
    <div ref={list} className="outline" dir={around}>
      <div
        role="treegrid"
        aria-label={words.commands.outline}
        aria-rowcount={shown.length}
        className="outline-rows"
        style={{ height: seen.total }}
      >
        {seen.at.map((index) => {
          const row = shown[index];
          if (row === undefined) return null;
          const { id } = row.item;
          return (
            <OutlineRow
              key={id}
              index={index + 1}
              top={seen.tops[index] ?? 0}
              isCurrent={id === current || (place < 0 && index === 0)}
              hit={finding === null || !isHit.has(id) ? 'no' : id === at ? 'at' : 'yes'}
              {...{ row, around, isFixed, hand }}
            />
          );
        })}
      </div>
      <p className="unseen" role="status">
        {said}
      </p>
    </div>
  );
}

/** What rows ask for, answered by the outline as it is when they ask. */
function useHand(props: OutlineRowsProps, isRtl: boolean, say: (what: string) => void): OutlineHand {
  const latest = useRef({ ...props, isRtl, say });
  useLayoutEffect(() => {
    latest.current = { ...props, isRtl, say };
  });
  const [hand] = useState((): OutlineHand => ({
    onFocus: (id) => {
      const { editor, outline } = latest.current;
      if (outline.current !== id) outline.go(id);
      editor.select([id]);
    },
    onWriting: (id) => latest.current.outline.write(id),
    onWords: (id, text) => {
      const { editor, outline, want } = latest.current;
      editor.setText(id, text);
      // It has come back, elsewhere: there one writes on.
      if (outline.isGone) want(id);
    },
    onFold: (id, isFolded) => fold(latest.current, id, isFolded),
    onKey: (event, row, isWriting) => {
      const { editor, outline, want, run, ...now } = latest.current;
      const at = outline.places.get(row.item.id) ?? -1;
      const { isRtl: turned, isFixed } = now;
      const where = { shown: outline.shown, at, text: event.currentTarget.value, isRtl: turned, isFixed, isWriting };
      const key = rowKey(event, where);
      if (key === null) return false;
      if (key.kind === 'go') want(key.to);
      if (key.kind === 'fold') fold(latest.current, key.id, key.isFolded);
      if (key.kind === 'run') run(key.command, key.next);
      if (key.kind === 'add') {
        editor.select([row.item.id]);
        const made = editor.addBelow(row.item.id);
        if (made !== null) want(made);
      }
      return true;
    },
  }));
  return hand;
}

function fold(
  { outline, onWanted, say }: OutlineRowsProps & { readonly say: (what: string) => void },
  id: ItemName,
  isFolded: boolean,
): void {
  const hadKeyboard = document.activeElement?.closest('.outline-rows') !== null;
  if (outline.fold(id, isFolded) && hadKeyboard) onWanted({ id, range: null });
  say(isFolded ? sheetWords().outline.folded : sheetWords().outline.unfolded);
}
