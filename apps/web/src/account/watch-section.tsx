import type { MapId } from '@bough/base';
import { WATCH_WISHES, type WatchWish, watchRoutes } from '@bough/contracts';
import { useState } from 'react';
import { callUnsafe } from '../api/session.ts';
import { Check } from '../shell/controls/check.tsx';
import { Segments } from '../shell/controls/segments.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { PageSection } from '../shell/page-frame.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { watchWords } from '../words/screens/watch-words.ts';

/** How often one wants mail about the maps that one watches, and which these are. */
export function WatchSection() {
  const [loaded, again, set] = useAnswer(watchRoutes.watches, {});
  const { isBusy, trouble, run } = useTask();
  if (loaded.kind === 'loading') return null;
  if (loaded.kind === 'failed') {
    return (
      <PageSection title={watchWords().title}>
        <TroubleNote trouble={loaded.trouble} what={watchWords().listFailed} onRetry={again} />
      </PageSection>
    );
  }
  const { wish, maps } = loaded.value;
  const choose = async (next: WatchWish) => {
    const done = await run(() => callUnsafe(watchRoutes.setWatchWish, {}, { wish: next }));
    if (done !== null) set({ wish: next, maps });
  };
  return (
    <PageSection title={watchWords().title}>
      {maps.length === 0 ? (
        <p className="quiet">{watchWords().empty}</p>
      ) : (
        <>
          <div className="labelled" aria-busy={isBusy}>
            <span className="hint">{watchWords().wish}</span>
            <Segments
              label={watchWords().wish}
              options={WATCH_WISHES.map((each) => [each, watchWords().wishes[each]] as const)}
              value={wish}
              onChange={(next) => void choose(next)}
            />
          </div>
          {trouble === null ? null : <TroubleNote trouble={trouble} />}
          <ul className="rows" aria-label={watchWords().title}>
            {maps.map(({ map, title }) => (
              <WatchRow key={map} map={map} title={title} />
            ))}
          </ul>
        </>
      )}
    </PageSection>
  );
}

/** Stays when it is turned off, so that it can be turned on again. */
function WatchRow({ map, title }: { readonly map: MapId; readonly title: string }) {
  const [isOn, setOn] = useState(true);
  const { isBusy, trouble, run } = useTask();
  const turn = async (isWatched: boolean) => {
    const now = await run(() => callUnsafe(watchRoutes.watchMap, { map }, { isWatched }));
    if (now !== null) setOn(now.value.isWatched);
  };
  return (
    <li className="row">
      <Check
        text={title === '' ? watchWords().untitled : title}
        isOn={isOn}
        isDisabled={isBusy}
        onTurn={(next) => void turn(next)}
      />
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
    </li>
  );
}
