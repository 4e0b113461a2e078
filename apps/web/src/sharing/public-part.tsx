import type { MapId } from '@bough/base';
import { type Sharing, sharingRoutes } from '@bough/contracts';
import { callUnsafe } from '../api/session.ts';
import { Check } from '../shell/controls/check.tsx';
import { publicAddress } from '../shell/screen.ts';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { words } from '../words/index.ts';
import { shareWords } from '../words/screens/share-words.ts';
import { Address } from './address.tsx';

type PublicFacts = Pick<Sharing, 'isPublic' | 'mayPublicCopy'>;

interface PublicPartProps {
  readonly map: MapId;
  readonly sharing: PublicFacts;
  readonly onChanged: (facts: PublicFacts) => void;
}

/** Whether anybody at all may look at the map. */
export function PublicPart({ map, sharing, onChanged }: PublicPartProps) {
  const { isBusy, trouble, run } = useTask();
  const change = async (facts: PublicFacts) => {
    const body = { isPublic: facts.isPublic, mayCopy: facts.mayPublicCopy };
    const done = await run(() => callUnsafe(sharingRoutes.setPublic, { map }, body));
    if (done !== null) onChanged(facts);
  };
  const { isPublic, mayPublicCopy } = sharing;
  return (
    <>
      <p className="quiet">{shareWords().publicText}</p>
      <div className="options">
        <Check
          text={shareWords().publicOn}
          isOn={isPublic}
          isDisabled={isBusy}
          onTurn={(isOn) => void change({ isPublic: isOn, mayPublicCopy })}
        />
        {isPublic ? (
          <Check
            text={shareWords().publicCopy}
            isOn={mayPublicCopy}
            isDisabled={isBusy}
            onTurn={(isOn) => void change({ isPublic, mayPublicCopy: isOn })}
          />
        ) : null}
      </div>
      {isPublic ? (
        <Address label={shareWords().publicAddress} address={`${location.origin}${publicAddress(map)}`} hasQr />
      ) : null}
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
    </>
  );
}
