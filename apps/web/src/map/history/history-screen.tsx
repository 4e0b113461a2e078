import type { MapId, PersonId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { everydayRoutes } from '@bough/contracts';
import { useState } from 'react';
import { callUnsafe } from '../../api/session.ts';
import { go } from '../../shell/router.ts';
import { mapAddress } from '../../shell/screen.ts';
import { ExportDialog } from '../../exporting/export-dialog.tsx';
import { sayWhen } from '../../words/when.ts';
import { language, words } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { canEdit } from '../role.ts';
import { tell } from '../messages/told.ts';
import { type MapPeopleHere, useMapPeople } from '../people/use-map-people.ts';
import { Buttons, Slide } from './history-bar.tsx';
import { BlameKey } from './blame-key.tsx';
import { GoneSearch } from './gone-search.tsx';
import { CompareBar } from './compare-bar.tsx';
import { HoverNote, ItemPast } from './item-past.tsx';
import { MarkList } from './mark-list.tsx';
import { playKey } from './play-keys.ts';
import { useKeyboard } from './use-keyboard.ts';
import { SittingList } from './sitting-list.tsx';
import { readMoment } from './past-reader.ts';
import { tellRestored } from './tell-restored.ts';
import { VersionList } from './version-list.tsx';
import { type Moment, type Past, usePast } from './use-past.ts';
import { type Play, usePlay } from './use-play.ts';
import './history.css';

/** Beside the map there is room for a list. */
const ROOM_BESIDE = '(min-width: 900px)';

interface HistoryScreenProps {
  readonly map: MapId;
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly person: PersonId;
  /** Compared with the moment after that change. */
  readonly since?: number | undefined;
  readonly onClose: () => void;
}

/** The map as it was at any of its moments, over the map as it is; from there one goes back, or takes a copy. */
export function HistoryScreen({ map, editor, snapshot, person, since, onClose }: HistoryScreenProps) {
  const past = usePast(map, since ?? null);
  const play = usePlay(past);
  const { seq, moment, shown, compare } = past;
  const people = useMapPeople(map, person, snapshot);
  const { nameOf } = people;
  const [isListed, setListed] = useState(() => matchMedia(ROOM_BESIDE).matches);
  const [isExporting, setExporting] = useState(false);
  const readText = async () => (moment === null ? null : await readMoment(map, moment.seq));
  const film = { map, title: snapshot.title, past, people };
  const keyed = (event: Parameters<typeof playKey>[1]) => {
    if (event.key === 'Escape') onClose();
    else playKey(play, event);
  };
  const footer = {
    play,
    readText,
    past,
    map,
    editor,
    snapshot,
    onClose,
    isListed,
    setListed,
    onExport: () => setExporting(true),
  };
  return (
    <section
      ref={useKeyboard(keyed)}
      className="history-screen"
      tabIndex={-1}
      aria-label={words.commands.history}
      aria-busy={!past.isReady}
      data-shown={moment?.seq}
      data-read={past.times !== null}
      onKeyDown={keyed}
    >
      <div ref={past.host} className="map-host" />
      {past.hover !== null && !play.isPlaying ? <HoverNote hover={past.hover} {...{ nameOf }} /> : null}
      <div className="history-cards">
        {compare !== null ? <CompareBar {...{ past, nameOf, compare }} /> : null}
        {past.isBlamed && compare === null ? <BlameKey {...{ past, nameOf }} /> : null}
        {shown !== null && moment !== null && compare === null && !play.isPlaying ? (
          <ItemPast
            {...{ map, editor, past, shown, moment, nameOf, readText, onClose }}
            mayRestore={canEdit(snapshot)}
          />
        ) : null}
      </div>
      {isListed ? <PastLists {...{ past, nameOf, editor }} mayName={canEdit(snapshot)} /> : null}
      <HistoryFooter {...footer} said={sayWho(moment, nameOf)} />
      {isExporting && seq !== null ? (
        <ExportDialog map={map} at={seq} film={film} onClose={() => setExporting(false)} />
      ) : null}
    </section>
  );
}

interface PastListsProps extends Pick<HistoryScreenProps, 'editor'> {
  readonly past: Past;
  readonly nameOf: MapPeopleHere['nameOf'];
  readonly mayName: boolean;
}

/** Who did what, and what was removed, named and marked. */
function PastLists({ past, nameOf, editor, mayName }: PastListsProps) {
  const { moment, sittings, showSitting } = past;
  const shown = moment?.change ?? null;
  return (
    <SittingList {...{ sittings, shown, nameOf, editor }} onChoose={showSitting}>
      <GoneSearch {...{ past, nameOf }} />
      <VersionList {...{ past, nameOf, mayName }} />
      <MarkList {...{ past, nameOf }} />
    </SittingList>
  );
}

interface HistoryFooterProps extends Pick<HistoryScreenProps, 'map' | 'editor' | 'snapshot' | 'onClose'> {
  readonly past: Past;
  readonly play: Play;
  readonly said: string;
  readonly readText: () => Promise<string | null>;
  readonly isListed: boolean;
  readonly setListed: (isListed: boolean) => void;
  readonly onExport: () => void;
}

function HistoryFooter(props: HistoryFooterProps) {
  const { past, play, said, readText, map, editor, snapshot, isListed, setListed, onExport, onClose } = props;
  const { seq, last, steps, moment, setSeq } = past;
  const place = seq === null || steps === null ? null : steps.placeOf(seq);
  const { history } = sheetWords();
  const restore = async () => {
    const text = await readText();
    if (text === null) tell(history.failed);
    else if (await editor.restore(text)) {
      tell(history.restored);
      if (seq !== null) void tellRestored(editor, map, { seq, items: null });
    }
    onClose();
  };
  return (
    <footer className="history-bar">
      <Slide {...{ play, steps, place, said }} marks={past.marks.all} onSeq={setSeq} />
      <p className="history-what" role="status">
        <strong>{said}</strong>
        <span>{place === null || steps === null ? words.loading : history.at(place, steps.count)}</span>
      </p>
      <div className="history-buttons">
        <Buttons
          mayRestore={canEdit(snapshot)}
          isReady={moment !== null}
          isNow={seq === last}
          onCopy={() => void copyMoment(map, seq, snapshot.title)}
          onRestore={() => void restore()}
          isBlamed={past.isBlamed && past.compare === null}
          onBlame={past.turnBlame}
          isCompared={past.compare !== null}
          onCompare={past.turnCompare}
          onList={() => setListed(!isListed)}
          {...{ isListed, onExport, onClose }}
        />
      </div>
    </footer>
  );
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

function sayWho(moment: Moment | null, nameOf: MapPeopleHere['nameOf']): string {
  const { history } = sheetWords();
  if (moment === null) return '';
  if (moment.change === null) return history.start;
  const { author, at } = moment.change;
  return history.by(nameOf(author), sayWhen(at, Date.now(), language));
}
