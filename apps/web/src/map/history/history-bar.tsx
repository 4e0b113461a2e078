import type { SeenMoments } from '@bough/editor/moments';
import { ChevronLeft, ChevronRight, Diff, List, Pause, Play as PlayIcon, UserPen, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { Select } from '../../shell/controls/select.tsx';
import { exportWords } from '../../words/screens/export-words.ts';
import { pastWords } from '../../words/screens/past-words.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { sittingWords } from '../../words/screens/sitting-words.ts';
import type { PastMark } from './use-marks.ts';
import { type Speed, SPEEDS } from './speeds.ts';
import type { Play } from './use-play.ts';

interface SlideProps {
  readonly play: Play;
  /** The moments that look different, and which of them is shown; null: not known yet. */
  readonly steps: SeenMoments | null;
  readonly place: number | null;
  readonly said: string;
  readonly marks: readonly PastMark[];
  readonly onSeq: (seq: number) => void;
}

/** The way through all moments that look different. */
export function Slide({ play, steps, place, said, marks, onSeq }: SlideProps) {
  const { history } = sheetWords();
  const range = useRef<HTMLInputElement>(null);
  const isThere = steps !== null;
  const count = steps?.count ?? 0;
  const goTo = (to: number) => {
    if (steps !== null) onSeq(steps.seqAt(to));
  };
  useEffect(() => {
    // What cannot be moved yet takes no focus.
    const screen = range.current?.closest('.history-screen');
    const { activeElement } = document;
    const isNobodys = activeElement === screen || screen?.contains(activeElement) === false;
    if (isThere && isNobodys) range.current?.focus();
  }, [isThere]);
  return (
    <div className="history-slide">
      <PlayButton {...{ play }} isDisabled={count === 0} />
      <IconButton name={history.older} isDisabled={place === null || place <= 0} onPress={() => goTo((place ?? 1) - 1)}>
        <ChevronLeft size={18} strokeWidth={1.5} />
      </IconButton>
      <div className="history-range">
        <input
          ref={range}
          type="range"
          aria-label={history.slider}
          aria-valuetext={place === null ? '' : `${history.at(place, count)}. ${said}`}
          min={0}
          max={count}
          value={place ?? 0}
          disabled={!isThere}
          onChange={(event) => goTo(event.target.valueAsNumber)}
        />
        {marks.map(({ kind, id, seq: at, name }) => (
          <i
            key={id}
            className="history-mark"
            data-kind={kind}
            title={name}
            style={{
              insetInlineStart: `calc(8px + (100% - 16px) * ${steps === null || count === 0 ? 0 : steps.placeOf(at) / count})`,
            }}
          />
        ))}
      </div>
      <IconButton
        name={history.newer}
        isDisabled={place === null || place >= count}
        onPress={() => goTo((place ?? 0) + 1)}
      >
        <ChevronRight size={18} strokeWidth={1.5} />
      </IconButton>
      <SpeedChoice {...{ play }} />
    </div>
  );
}

function PlayButton({ play, isDisabled }: { readonly play: Play; readonly isDisabled: boolean }) {
  const said = pastWords();
  const Icon = play.isPlaying ? Pause : PlayIcon;
  return (
    <IconButton name={play.isPlaying ? said.pause : said.play} {...{ isDisabled }} onPress={play.turn}>
      <Icon size={18} strokeWidth={1.5} />
    </IconButton>
  );
}

const SPEED_NAMES: Readonly<Record<Speed, string>> = {
  1: '1×',
  2: '2×',
  4: '4×',
  8: '8×',
  16: '16×',
  32: '32×',
  64: '64×',
};

function SpeedChoice({ play }: { readonly play: Play }) {
  return (
    <Select
      aria-label={pastWords().speed}
      options={SPEEDS}
      names={SPEED_NAMES}
      value={play.speed}
      onChange={play.setSpeed}
    />
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
