import type { PersonId } from '@bough/base';
import type { SessionEntry } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { useState } from 'react';
import { adoptSession, callUnsafe } from '../../api/session.ts';
import { FactRow } from '../../shell/controls/fact-row.tsx';
import { PageSection } from '../../shell/page-frame.tsx';
import { showToast } from '../../shell/messages/toast.tsx';
import { TroubleNote } from '../../shell/messages/trouble-note.tsx';
import { useAnswer } from '../../shell/use-loaded.ts';
import { useTask } from '../../shell/use-task.ts';
import { SignOut } from '../../signing-out/sign-out.tsx';
import { accountPageWords } from '../../words/screens/account-page-words.ts';
import { language, words } from '../../words/index.ts';
import { sayWhen } from '../../words/when.ts';
import { deviceWords } from './device-words.ts';

/** Every browser where the person is signed in, and the end of any of them. */
export function SessionsSection({ person }: { readonly person: PersonId }) {
  const [loaded, again, set] = useAnswer(gatewayRoutes.listSessions, {});
  const { isBusy, trouble, run } = useTask();
  const sessions = loaded.kind === 'there' ? loaded.value.sessions : [];
  const end = async (session: SessionEntry) => {
    const ended = await run(() => callUnsafe(gatewayRoutes.endSession, { session: session.id }, undefined));
    if (ended !== null) set({ sessions: sessions.filter((each) => each !== session) });
  };
  const endOthers = async () => {
    const ended = await run(() => callUnsafe(gatewayRoutes.endOtherSessions, {}, undefined));
    if (ended === null) return;
    adoptSession(ended.value);
    again();
    showToast({ text: accountPageWords().othersEnded });
  };
  const [isLeaving, setLeaving] = useState(false);
  return (
    <PageSection title={accountPageWords().sessions}>
      {loaded.kind === 'failed' ? <TroubleNote trouble={loaded.trouble} onRetry={again} /> : null}
      <ul className="rows">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={isBusy}
            onEnd={() => void (session.isThis ? setLeaving(true) : end(session))}
          />
        ))}
      </ul>
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
      {sessions.length > 1 ? (
        <button type="button" className="button outlined" disabled={isBusy} onClick={() => void endOthers()}>
          {accountPageWords().endOthers}
        </button>
      ) : null}
      {isLeaving ? <SignOut person={person} onClose={() => setLeaving(false)} /> : null}
    </PageSection>
  );
}

interface SessionRowProps {
  readonly session: SessionEntry;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const device = session.device === '' ? accountPageWords().sessions : deviceWords(session.device, accountPageWords());
  const seen = session.isThis
    ? accountPageWords().sessionHere
    : accountPageWords().sessionSeen(sayWhen(session.seenAt, Date.now(), language));
  return (
    <FactRow
      name={device}
      facts={
        <>
          {session.isThis ? <span className="live">{seen}</span> : seen}, {accountPageWords().sessionBy[session.by]}
        </>
      }
      act={accountPageWords().endSession}
      actAloud={accountPageWords().endSessionOf(device)}
      isBusy={isBusy}
      onAct={onEnd}
    />
  );
}
