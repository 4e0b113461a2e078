import type { MapId } from '@bough/base';
import { watchRoutes } from '@bough/contracts';
import { callUnsafe, useSession } from '../api/session.ts';
import { Check } from '../shell/controls/check.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { watchWords } from '../words/screens/watch-words.ts';

/** Whether one gets mail about what others change in the map; a guest has no address, and is not asked. */
export function WatchPart({ map }: { readonly map: MapId }) {
  const session = useSession();
  const person = session.kind === 'known' ? session.facts.person : null;
  return person === null || person.isGuest ? null : <WatchCheck map={map} />;
}

function WatchCheck({ map }: { readonly map: MapId }) {
  const [loaded, again, set] = useAnswer(watchRoutes.watching, { map });
  const { isBusy, trouble, run } = useTask();
  if (loaded.kind === 'loading') return null;
  if (loaded.kind === 'failed') {
    return <TroubleNote trouble={loaded.trouble} what={watchWords().failed} onRetry={again} />;
  }
  const { isWatched, wish } = loaded.value;
  const turn = async (isOn: boolean) => {
    const now = await run(() => callUnsafe(watchRoutes.watchMap, { map }, { isWatched: isOn }));
    if (now !== null) set(now.value);
  };
  return (
    <div className="watch-part">
      <Check text={watchWords().watch} isOn={isWatched} isDisabled={isBusy} onTurn={(isOn) => void turn(isOn)} />
      {isWatched ? <p className="hint">{watchWords().often[wish]}</p> : null}
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
    </div>
  );
}
