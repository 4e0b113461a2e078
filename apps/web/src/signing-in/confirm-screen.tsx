import type { Result } from '@bough/base';
import type { SessionFacts } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { useEffect, useState } from 'react';
import type { Trouble } from '../api/api.ts';
import { adoptSession, askSession, callUnsafe } from '../api/session.ts';
import { Notice } from '../shell/messages/notice.tsx';
import { go } from '../shell/router.ts';
import { showToast } from '../shell/messages/toast.tsx';
import { useTask } from '../shell/use-task.ts';
import { words } from '../words/index.ts';
import { signInWords } from '../words/screens/sign-in-words.ts';
import { addressAfterSignIn } from './way-back.ts';

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
    if (done.value.text !== null) showToast({ text: done.value.text });
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
      title={signInWords().confirmTitle}
      text={signInWords().confirmText}
      action={signInWords().confirm}
      failed={signInWords().confirmFailed}
      confirm={async () => signedIn(await callUnsafe(gatewayRoutes.confirmSignIn, {}, { secret }))}
    />
  );
}

/** A link to a new address. */
export function EmailScreen({ secret }: { readonly secret: string }) {
  return (
    <ConfirmScreen
      title={signInWords().emailTitle}
      text={signInWords().emailText}
      action={signInWords().emailConfirm}
      failed={signInWords().emailFailed}
      confirm={async () => {
        const answer = await callUnsafe(gatewayRoutes.confirmEmailChange, {}, { secret });
        if (!answer.ok) return answer;
        const session = await askSession();
        if (session.kind === 'known') adoptSession({ ...session.facts, person: answer.value });
        return { ok: true, value: { to: '/account', text: signInWords().emailDone(answer.value.email ?? '') } };
      }}
    />
  );
}

/** The set-up link of a new Bough. */
export function OwnerScreen({ secret }: { readonly secret: string }) {
  return (
    <ConfirmScreen
      title={signInWords().ownerTitle}
      text={signInWords().ownerText}
      action={signInWords().ownerConfirm}
      failed={signInWords().ownerFailed}
      confirm={async () => {
        const answer = await callUnsafe(gatewayRoutes.becomeOwner, {}, { secret });
        return answer.ok ? { ok: true, value: { to: '/account', text: signInWords().ownerDone } } : answer;
      }}
    />
  );
}

function signedIn(answer: Result<SessionFacts, Trouble>): Result<{ to: string; text: null }, Trouble> {
  if (!answer.ok) return answer;
  adoptSession(answer.value);
  const to = answer.value.awaitsCode ? '/sign-in/code' : addressAfterSignIn();
  return { ok: true, value: { to, text: null } };
}

// The provider's answer is good once; React may mount a screen twice.
const confirming = new Map<string, Promise<Trouble | null>>();

function confirmProvider(provider: string, answer: string): Promise<Trouble | null> {
  const under = confirming.get(answer) ?? tryProvider(provider, answer);
  confirming.set(answer, under);
  return under;
}

async function tryProvider(provider: string, answer: string): Promise<Trouble | null> {
  const said = signedIn(await callUnsafe(gatewayRoutes.confirmProviderSignIn, {}, { provider, answer }));
  if (!said.ok) return said.error;
  go(said.value.to, 'replace');
  return null;
}

/** The way back from the provider: it was the person who just signed in there, so nothing more is asked. */
export function ProviderScreen({ provider, answer }: { readonly provider: string; readonly answer: string }) {
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useEffect(() => {
    let isHere = true;
    void confirmProvider(provider, answer).then((found) => isHere && setTrouble(found));
    return () => {
      isHere = false;
    };
  }, [provider, answer]);
  if (trouble === null) return <p className="unseen">{signInWords().providerTitle}</p>;
  const text = trouble.kind === 'unreachable' ? words.problems.offline : signInWords().providerFailed;
  return <Notice title={signInWords().title} text={text} />;
}
