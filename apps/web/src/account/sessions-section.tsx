import { gatewayRoutes, type SessionEntry } from '@bough/contracts';
import { useCallback } from 'react';
import { call } from '../api/api.ts';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { PageSection } from '../shell/page-frame.tsx';
import { say } from '../shell/saying.tsx';
import { TroubleNote } from '../shell/trouble-note.tsx';
import { useLoaded } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { language, words } from '../words/index.ts';
import { sayWhen } from '../words/when.ts';
import { deviceWords } from './device-words.ts';

/** Every browser where the person is signed in, and the end of any of them. */
export function SessionsSection() {
  const ask = useCallback((signal: AbortSignal) => call(gatewayRoutes.listSessions, {}, undefined, { signal }), []);
  const [loaded, again, set] = useLoaded(ask);
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
    say({ text: words.account.othersEnded });
  };
  const leave = async () => {
    const left = await run(() => callUnsafe(gatewayRoutes.signOut, {}, undefined));
    if (left !== null) adoptSession(left.value);
  };
  return (
    <PageSection title={words.account.sessions}>
      {loaded.kind === 'failed' ? <TroubleNote trouble={loaded.trouble} onRetry={again} /> : null}
      <ul className="rows">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={isBusy}
            onEnd={() => void (session.isThis ? leave() : end(session))}
          />
        ))}
      </ul>
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
      {sessions.length > 1 ? (
        <button type="button" className="button outlined" disabled={isBusy} onClick={() => void endOthers()}>
          {words.account.endOthers}
        </button>
      ) : null}
    </PageSection>
  );
}

interface SessionRowProps {
  readonly session: SessionEntry;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const device = session.device === '' ? words.account.sessions : deviceWords(session.device, words.account);
  const seen = session.isThis
    ? words.account.sessionHere
    : words.account.sessionSeen(sayWhen(session.seenAt, Date.now(), language));
  return (
    <li className="row">
      <span className="row-words">
        {device}
        <span className="hint">
          {session.isThis ? <span className="live">{seen}</span> : seen}, {words.account.sessionBy[session.by]}
        </span>
      </span>
      <button
        type="button"
        className="button"
        aria-label={words.account.endSessionOf(device)}
        disabled={isBusy}
        onClick={onEnd}
      >
        {words.account.endSession}
      </button>
    </li>
  );
}
