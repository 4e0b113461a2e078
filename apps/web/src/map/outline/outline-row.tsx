import { ChevronDown, ChevronRight } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, memo, useState } from 'react';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { useDraft } from '../editor/use-draft.ts';
import { type Direction, directionOf } from './reading-direction.ts';
import type { ItemName, ShownRow } from './shown-rows.ts';

/** What the rows ask of their outline; the same object at every moment. */
export interface OutlineHand {
  onFocus(id: ItemName): void;
  onFold(id: ItemName, isFolded: boolean): void;
  /** The row that is written in from now on; null: none is. */
  onWriting(id: ItemName | null): void;
  /** Its words are these now. */
  onWords(id: ItemName, text: string): void;
  /** Whether the key was one of the outline's; `isWriting`: it is one of the caret's first. */
  onKey(event: KeyboardEvent<HTMLTextAreaElement>, row: ShownRow, isWriting: boolean): boolean;
}

interface OutlineRowProps {
  readonly row: ShownRow;
  /** From 1, of all rows that are shown. */
  readonly index: number;
  readonly top: number;
  readonly around: Direction;
  readonly isFixed: boolean;
  /** The one that Tab leads to. */
  readonly isCurrent: boolean;
  readonly hit: 'at' | 'yes' | 'no';
  readonly hand: OutlineHand;
}

/**
 * One item of the outline: its words are edited where they stand. A row that was reached by keys is one of a tree, whose arrows fold and
 * unfold; once something is typed, or the words are clicked, arrows are the caret's.
 */
export const OutlineRow = memo(function OutlineRow(props: OutlineRowProps) {
  const { row, index, top, around, isFixed, isCurrent, hit, hand } = props;
  const { item, level, place, of, isFolded } = row;
  const [text, type] = useDraft(item.text, (next) => hand.onWords(item.id, next));
  const [isWriting, setWriting] = useState(false);
  const write = (isOn: boolean) => {
    setWriting(isOn);
    hand.onWriting(isOn ? item.id : null);
  };
  const style: CSSProperties & { readonly '--level': number } = { '--level': level - 1, translate: `0 ${top}px` };
  return (
    <div
      role="row"
      className="outline-row"
      style={style}
      data-hit={hit === 'no' ? undefined : hit}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={of}
      aria-rowindex={index}
      aria-expanded={isFolded === null ? undefined : !isFolded}
    >
      <div role="gridcell" className="outline-cell">
        <Disclosure isFolded={isFolded} around={around} onFold={(next) => hand.onFold(item.id, next)} />
        <textarea
          data-item={item.id}
          data-writing={isWriting ? '' : undefined}
          dir={directionOf(text, around)}
          rows={Math.max(1, text.split('\n').length)}
          aria-label={sheetWords().outline.row(level, isFolded === true)}
          tabIndex={isCurrent ? 0 : -1}
          readOnly={isFixed}
          spellCheck={isWriting}
          value={text}
          onFocus={(event) => {
            const { length } = event.currentTarget.value;
            event.currentTarget.setSelectionRange(length, length);
            hand.onFocus(item.id);
          }}
          onBlur={() => write(false)}
          onPointerDown={() => write(true)}
          onChange={(event) => {
            write(true);
            type(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'F2') write(!isWriting);
            else if (!hand.onKey(event, row, isWriting)) return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      </div>
    </div>
  );
}, isSameRow);

interface DisclosureProps {
  readonly isFolded: boolean | null;
  readonly around: Direction;
  readonly onFold: (isFolded: boolean) => void;
}

/** The button that folds, where something is below; keys have the arrows instead. */
function Disclosure({ isFolded, around, onFold }: DisclosureProps) {
  if (isFolded === null) return <span className="outline-leaf" aria-hidden="true" />;
  const turn = around === 'rtl' ? 'outline-turned' : undefined;
  return (
    <button
      type="button"
      className="outline-fold"
      tabIndex={-1}
      aria-label={isFolded ? sheetWords().outline.unfold : sheetWords().outline.fold}
      // The keyboard, and on a phone the one on the screen, stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onFold(!isFolded)}
    >
      {isFolded ? (
        <ChevronRight className={turn} size={16} strokeWidth={1.5} />
      ) : (
        <ChevronDown size={16} strokeWidth={1.5} />
      )}
    </button>
  );
}

function isSameRow(a: OutlineRowProps, b: OutlineRowProps): boolean {
  const [one, other] = [a.row, b.row];
  const isSamePlace = one.level === other.level && one.place === other.place && one.of === other.of;
  return (
    one.item === other.item &&
    isSamePlace &&
    one.isFolded === other.isFolded &&
    (['index', 'top', 'around', 'isFixed', 'isCurrent', 'hit'] as const).every((name) => a[name] === b[name])
  );
}
