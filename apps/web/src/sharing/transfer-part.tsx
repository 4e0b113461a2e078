import type { MapId } from '@bough/base';
import { type MapMembers, type Sharing, sharingRoutes } from '@bough/contracts';
import { callUnsafe } from '../api/session.ts';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { words } from '../words/index.ts';
import { shareWords } from '../words/screens/share-words.ts';

interface TransferPartProps {
  readonly map: MapId;
  readonly transfer: Sharing['transfer'];
  readonly onChanged: () => void;
}

/** Who is asked to become the owner, for owners. */
export function TransferPart({ map, transfer, onChanged }: TransferPartProps) {
  const { isBusy, trouble, run } = useTask();
  if (transfer === null) return null;
  const { to, isDeclined } = transfer;
  const end = async () => {
    if ((await run(() => callUnsafe(sharingRoutes.keepMap, { map }, undefined))) !== null) onChanged();
  };
  return (
    <section className="transfer" role="status">
      <p>{isDeclined ? shareWords().transferDeclined(to.name) : shareWords().transferWaits(to.name)}</p>
      <button type="button" className="button" disabled={isBusy} onClick={() => void end()}>
        {isDeclined ? shareWords().transferDismiss : shareWords().transferEnd}
      </button>
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
    </section>
  );
}

interface TransferOfferProps {
  readonly map: MapId;
  readonly askedBy: MapMembers['askedBy'];
  readonly onChanged: () => void;
}

/** What an owner asks of the person who reads it. */
export function TransferOffer({ map, askedBy, onChanged }: TransferOfferProps) {
  const { isBusy, trouble, run } = useTask();
  if (askedBy === null) return null;
  const accept = async () => {
    if ((await run(() => callUnsafe(sharingRoutes.acceptOwner, { map }, undefined))) !== null) onChanged();
  };
  const decline = async () => {
    if ((await run(() => callUnsafe(sharingRoutes.declineOwner, { map }, undefined))) !== null) onChanged();
  };
  return (
    <section className="transfer" role="status">
      <p>{shareWords().transferOffer(askedBy.name)}</p>
      <button type="button" className="button primary" disabled={isBusy} onClick={() => void accept()}>
        {shareWords().accept}
      </button>
      <button type="button" className="button" disabled={isBusy} onClick={() => void decline()}>
        {shareWords().decline}
      </button>
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
    </section>
  );
}

interface TransferQuestionProps {
  readonly name: string;
  readonly onAsk: () => void;
  readonly onCancel: () => void;
}

/** Asks an owner whether they mean it. */
export function TransferQuestion({ name, onAsk, onCancel }: TransferQuestionProps) {
  return (
    <li className="transfer">
      <p>{shareWords().transferText(name)}</p>
      <button type="button" className="button primary" onClick={onAsk}>
        {shareWords().transferAsk}
      </button>
      <button type="button" className="button" onClick={onCancel}>
        {shareWords().transferCancel}
      </button>
    </li>
  );
}
