import { ChevronLeft, ChevronRight, Diff, List, UserPen, X } from 'lucide-react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { exportWords } from '../../words/screens/export-words.ts';
import { pastWords } from '../../words/screens/past-words.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { sittingWords } from '../../words/screens/sitting-words.ts';

interface SlideProps {
  readonly seq: number | null;
  readonly last: number | null;
  readonly said: string;
  /** Moments that have a name. */
  readonly marks: readonly { readonly id: string; readonly seq: number; readonly name: string }[];
  readonly onSeq: (seq: number) => void;
}

/** The way through all moments. */
export function Slide({ seq, last, said, marks, onSeq }: SlideProps) {
  const { history } = sheetWords();
  return (
    <div className="history-slide">
      <IconButton name={history.older} isDisabled={seq === null || seq <= 0} onPress={() => onSeq((seq ?? 1) - 1)}>
        <ChevronLeft size={18} strokeWidth={1.5} />
      </IconButton>
      <div className="history-range">
        <input
          type="range"
          aria-label={history.slider}
          aria-valuetext={seq === null || last === null ? '' : `${history.at(seq, last)}. ${said}`}
          min={0}
          max={last ?? 0}
          value={seq ?? 0}
          disabled={last === null}
          autoFocus
          onChange={(event) => onSeq(event.target.valueAsNumber)}
        />
        {marks.map(({ id, seq: at, name }) => (
          <i
            key={id}
            className="history-mark"
            title={name}
            style={{ insetInlineStart: `calc(8px + (100% - 16px) * ${last === null || last === 0 ? 0 : at / last})` }}
          />
        ))}
      </div>
      <IconButton
        name={history.newer}
        isDisabled={seq === null || seq >= (last ?? 0)}
        onPress={() => onSeq((seq ?? 0) + 1)}
      >
        <ChevronRight size={18} strokeWidth={1.5} />
      </IconButton>
    </div>
  );
}

interface ButtonsProps {
  readonly mayRestore: boolean;
  readonly isReady: boolean;
  readonly isNow: boolean;
  readonly onCopy: () => void;
  readonly onExport: () => void;
  readonly onRestore: () => void;
  readonly onClose: () => void;
  readonly isBlamed: boolean;
  readonly onBlame: () => void;
  readonly isCompared: boolean;
  readonly onCompare: () => void;
  readonly isListed: boolean;
  readonly onList: () => void;
}

/** What can be done with the moment that is shown. */
export function Buttons(props: ButtonsProps) {
  const { mayRestore, isReady, isNow, onCopy, onExport, onRestore, onClose, isListed, onList, isCompared, onCompare } =
    props;
  const { isBlamed, onBlame } = props;
  const { history } = sheetWords();
  return (
    <>
      <button type="button" className="button" disabled={!isReady} onClick={onExport}>
        {exportWords().open}
      </button>
      <button type="button" className="button outlined" disabled={!isReady} onClick={onCopy}>
        {history.copy}
      </button>
      {mayRestore ? (
        <button type="button" className="button primary" disabled={!isReady || isNow} onClick={onRestore}>
          {history.restore}
        </button>
      ) : null}
      <IconButton name={pastWords().blame} isChosen={isBlamed} onPress={onBlame}>
        <UserPen size={18} strokeWidth={1.5} />
      </IconButton>
      <IconButton name={pastWords().compare} isChosen={isCompared} onPress={onCompare}>
        <Diff size={18} strokeWidth={1.5} />
      </IconButton>
      <IconButton name={sittingWords().show} isChosen={isListed} onPress={onList}>
        <List size={18} strokeWidth={1.5} />
      </IconButton>
      <IconButton name={history.close} onPress={onClose}>
        <X size={18} strokeWidth={1.5} />
      </IconButton>
    </>
  );
}
