import type { MapId, PersonId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { everydayRoutes } from '@bough/contracts';
import { ChevronLeft, ChevronRight, List, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callUnsafe } from '../../api/session.ts';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { go } from '../../shell/router.ts';
import { mapAddress } from '../../shell/screen.ts';
import { ExportDialog } from '../../exporting/export-dialog.tsx';
import { useTheme } from '../../shell/theme.ts';
import { sittingWords } from '../../words/screens/sitting-words.ts';
import { sayWhen } from '../../words/when.ts';
import { language, words } from '../../words/index.ts';
import { exportWords } from '../../words/screens/export-words.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { type Moment, readLast, useMoment } from './moments.ts';
import { canEdit } from '../role.ts';
import { tell } from '../messages/told.ts';
import { type MapPeopleHere, useMapPeople } from '../people/use-map-people.ts';
import { ItemPast } from './item-past.tsx';
import { SittingList } from './sitting-list.tsx';
import { useMomentEditor } from './use-moment-editor.ts';
import { useSittings } from './use-sittings.ts';
import './history.css';

/** Beside the map there is room for a list. */
const ROOM_BESIDE = '(min-width: 900px)';

interface HistoryScreenProps {
  readonly map: MapId;
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly person: PersonId;
  readonly onClose: () => void;
}

/** The map as it was at any of its moments, over the map as it is; from there one goes back, or takes a copy. */
export function HistoryScreen({ map, editor, snapshot, person, onClose }: HistoryScreenProps) {
  const { last, seq, setSeq } = useNumber(map);
  const [isExporting, setExporting] = useState(false);
  const moment = useMoment(map, seq);
  const host = useRef<HTMLDivElement>(null);
  const shown = useMomentEditor(map, host, moment?.text ?? null);
  const { theme } = useTheme();
  useEffect(() => shown?.configure({ theme }), [shown, theme]);
  const { history } = sheetWords();
  const { nameOf } = useMapPeople(map, person, snapshot);
  const said = sayWho(moment, nameOf);
  const sittings = useSittings(map, last);
  const [isListed, setListed] = useState(() => matchMedia(ROOM_BESIDE).matches);
  const shownChange = moment?.change == null ? null : { seq: moment.seq, author: moment.change.author };
  const restore = async () => {
    if (moment !== null && (await editor.restore(moment.text))) tell(history.restored);
    onClose();
  };
  return (
    <section
      className="history-screen"
      aria-label={words.commands.history}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div ref={host} className="map-host" />
      {shown !== null && moment !== null ? (
        <ItemPast {...{ editor, shown, moment, onClose }} mayRestore={canEdit(snapshot)} />
      ) : null}
      {isListed ? (
        <SittingList {...{ sittings, nameOf }} shown={shownChange} editor={editor} onChoose={setSeq} />
      ) : null}
      <footer className="history-bar">
        <Slide {...{ seq, last, said }} onSeq={setSeq} />
        <p className="history-what" role="status">
          <strong>{said}</strong>
          <span>{seq === null || last === null ? words.loading : history.at(seq, last)}</span>
        </p>
        <div className="history-buttons">
          <Buttons
            mayRestore={canEdit(snapshot)}
            isReady={moment !== null}
            isNow={seq === last}
            {...{
              onCopy: () => void copyMoment(map, seq, snapshot.title),
              onExport: () => setExporting(true),
              onRestore: restore,
              onClose,
            }}
            isListed={isListed}
            onList={() => setListed(!isListed)}
          />
        </div>
      </footer>
      {isExporting && seq !== null ? <ExportDialog map={map} at={seq} onClose={() => setExporting(false)} /> : null}
    </section>
  );
}

/** The number of the change that is shown, the last one in the beginning; null while that is not known. */
function useNumber(map: MapId) {
  const [last, setLast] = useState<number | null>(null);
  const [seq, setSeq] = useState<number | null>(null);
  useEffect(() => {
    void readLast(map).then((found): void => {
      if (found === null) tell(sheetWords().history.failed);
      setLast(found);
      setSeq(found);
    });
  }, [map]);
  return { last, seq, setSeq };
}

/** Makes another map of that moment, and goes there. */
async function copyMoment(map: MapId, seq: number | null, title: string): Promise<void> {
  if (seq === null) return;
  const { history } = sheetWords();
  const named = { title: history.copyTitle(title).slice(0, 500) };
  const made = await callUnsafe(everydayRoutes.copyMap, { map, at: seq }, named);
  if (made.ok) go(mapAddress(made.value.id));
  else tell(history.failed);
}

interface SlideProps {
  readonly seq: number | null;
  readonly last: number | null;
  readonly said: string;
  readonly onSeq: (seq: number) => void;
}

function Slide({ seq, last, said, onSeq }: SlideProps) {
  const { history } = sheetWords();
  return (
    <div className="history-slide">
      <IconButton name={history.older} isDisabled={seq === null || seq <= 0} onPress={() => onSeq((seq ?? 1) - 1)}>
        <ChevronLeft size={18} strokeWidth={1.5} />
      </IconButton>
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
  readonly isListed: boolean;
  readonly onList: () => void;
}

function Buttons(props: ButtonsProps) {
  const { mayRestore, isReady, isNow, onCopy, onExport, onRestore, onClose, isListed, onList } = props;
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
      <IconButton name={sittingWords().show} isChosen={isListed} onPress={onList}>
        <List size={18} strokeWidth={1.5} />
      </IconButton>
      <IconButton name={history.close} onPress={onClose}>
        <X size={18} strokeWidth={1.5} />
      </IconButton>
    </>
  );
}

function sayWho(moment: Moment | null, nameOf: MapPeopleHere['nameOf']): string {
  const { history } = sheetWords();
  if (moment === null) return '';
  if (moment.change === null) return history.start;
  const { author, at } = moment.change;
  return history.by(nameOf(author), sayWhen(at, Date.now(), language));
}
