import { sharingRoutes, type WaitingInvitation } from '@bough/contracts';
import { callUnsafe } from '../api/session.ts';
import { go } from '../shell/router.ts';
import { mapAddress, placeAddress } from '../shell/screen.ts';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { language, words } from '../words/index.ts';
import { homeWords } from '../words/screens/home-words.ts';
import { sayDay } from '../words/when.ts';

/** What the person is invited to and has not accepted yet; nothing at all where that is nothing. */
export function WaitingInvitations() {
  const [loaded] = useAnswer(sharingRoutes.waitingInvitations, {});
  const waiting = loaded.kind === 'there' ? loaded.value.invitations : [];
  if (waiting.length === 0) return null;
  return (
    <ul className="invitations" aria-label={homeWords().invitations}>
      {waiting.map((invitation) => (
        <Row key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  );
}

function Row({ invitation: { id, title, by, until } }: { readonly invitation: WaitingInvitation }) {
  const { isBusy, trouble, run } = useTask();
  const accept = async () => {
    const accepted = await run(() => callUnsafe(sharingRoutes.acceptInvitation, { invitation: id }, undefined));
    if (accepted === null) return;
    const { map, folder } = accepted.value;
    if (map !== null) go(mapAddress(map));
    else if (folder !== null) go(placeAddress({ kind: 'folder', folder }));
  };
  return (
    <li className="invitation">
      <span>{homeWords().invitedBy(by, title, until === null ? null : sayDay(until - 1, language))}</span>
      <button type="button" className="button" disabled={isBusy} onClick={() => void accept()}>
        {homeWords().accept}
      </button>
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
    </li>
  );
}
