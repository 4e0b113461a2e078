import type { Result } from '@bough/base';
import { gatewayRoutes, type SessionFacts } from '@bough/contracts';
import { useEffect, useState } from 'react';
import type { Trouble } from '../api/api.ts';
import { adoptSession, askSession, callUnsafe } from '../api/session.ts';
import { Notice } from '../shell/notice.tsx';
import { addressAfterSignIn } from '../sharing/waiting-link.ts';
import { go } from '../shell/router.ts';
import { say } from '../shell/saying.tsx';
import { useTask } from '../shell/use-task.ts';
import { words } from '../words/index.ts';

interface ConfirmScreenProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly failed: string;
  /** Does it; answers where to go then, and what to say there. */
  readonly confirm: () => Promise<Result<{ readonly to: string; readonly text: string | null }, Trouble>>;
}

/** Somebody opened a link from a mail. Opening changes nothing (mail scanners open links too); the button does. */
function ConfirmScreen({ title, text, action, failed, confirm }: ConfirmScreenProps) {
  const { isBusy, trouble, run } = useTask();
  const proceed = async () => {
    const done = await run(confirm);
    if (done === null) return;
    go(done.value.to, 'replace');
    if (done.value.text !== null) say({ text: done.value.text });
  };
  if (trouble !== null) {
    return <Notice title={title} text={trouble.kind === 'unreachable' ? words.problems.offline : failed} />;
  }
  return (
    <Notice title={title} text={text}>
      <button type="button" className="button primary" disabled={isBusy} onClick={() => void proceed()}>
        {action}
      </button>
    </Notice>
  );
}

/** A sign-in link. */
export function SignInScreen({ secret }: { readonly secret: string }) {
  return (
    <ConfirmScreen
      title={words.signIn.confirmTitle}
      text={words.signIn.confirmText}
      action={words.signIn.confirm}
      failed={words.signIn.confirmFailed}
      confirm={async () => signedIn(await callUnsafe(gatewayRoutes.confirmSignIn, {}, { secret }))}
    />
  );
}

/** A link to a new address. */
export function EmailScreen({ secret }: { readonly secret: string }) {
  return (
    <ConfirmScreen
      title={words.signIn.emailTitle}
      text={words.signIn.emailText}
      action={words.signIn.emailConfirm}
      failed={words.signIn.emailFailed}
      confirm={async () => {
        const answer = await callUnsafe(gatewayRoutes.confirmEmailChange, {}, { secret });
        if (!answer.ok) return answer;
        const session = await askSession();
        if (session.kind === 'known') adoptSession({ ...session.facts, person: answer.value });
        return { ok: true, value: { to: '/account', text: words.signIn.emailDone(answer.value.email ?? '') } };
      }}
    />
  );
}

/** The set-up link of a new Bough. */
export function OwnerScreen({ secret }: { readonly secret: string }) {
  return (
    <ConfirmScreen
      title={words.signIn.ownerTitle}
      text={words.signIn.ownerText}
      action={words.signIn.ownerConfirm}
      failed={words.signIn.ownerFailed}
      confirm={async () => {
        const answer = await callUnsafe(gatewayRoutes.becomeOwner, {}, { secret });
        return answer.ok ? { ok: true, value: { to: '/account', text: words.signIn.ownerDone } } : answer;
      }}
    />
  );
}

function signedIn(answer: Result<SessionFacts, Trouble>): Result<{ to: string; text: null }, Trouble> {
  if (!answer.ok) return answer;
  adoptSession(answer.value);
  return { ok: true, value: { to: addressAfterSignIn(), text: null } };
}

// The provider's answer is good once; React may mount a screen twice.
const confirming = new Map<string, Promise<Trouble | null>>();

function confirmProvider(answer: string): Promise<Trouble | null> {
  const under = confirming.get(answer) ?? tryProvider(answer);
  confirming.set(answer, under);
  return under;
}

async function tryProvider(answer: string): Promise<Trouble | null> {
  const said = signedIn(await callUnsafe(gatewayRoutes.confirmProviderSignIn, {}, { answer }));
  if (!said.ok) return said.error;
  go(said.value.to, 'replace');
  return null;
}

/** The way back from the provider: it was the person who just signed in there, so nothing more is asked. */
export function ProviderScreen({ answer }: { readonly answer: string }) {
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useEffect(() => {
    let isHere = true;
    void confirmProvider(answer).then((found) => isHere && setTrouble(found));
    return () => {
      isHere = false;
    };
  }, [answer]);
  if (trouble === null) return <p className="unseen">{words.signIn.providerTitle}</p>;
  const text = trouble.kind === 'unreachable' ? words.problems.offline : words.signIn.providerFailed;
  return <Notice title={words.signIn.title} text={text} />;
}
