import { type AccountFacts, gatewayRoutes } from '@bough/contracts';
import { type FormEvent, useState } from 'react';
import { callUnsafe } from '../api/session.ts';
import { PageSection } from '../shell/page-frame.tsx';
import { TextField } from '../shell/text-field.tsx';
import { TroubleNote } from '../shell/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { words } from '../words/index.ts';
import { MailWish } from './mail-wish.tsx';
import { needsProof, Proof } from './proof.tsx';

/** The address: where links go, and how it changes. */
export function EmailSection({ account }: { readonly account: AccountFacts }) {
  const [state, setState] = useState<'shown' | 'changing' | { readonly sentTo: string }>('shown');
  const { email } = account.person;
  return (
    <PageSection title={words.account.email}>
      {email === null ? null : <p className="page-value">{email}</p>}
      {state === 'shown' ? (
        <button type="button" className="button outlined" onClick={() => setState('changing')}>
          {words.account.changeEmail}
        </button>
      ) : null}
      {state === 'changing' ? <EmailForm account={account} onSent={(sentTo) => setState({ sentTo })} /> : null}
      {typeof state === 'object' ? <p role="status">{words.account.emailSent(state.sentTo)}</p> : null}
      <MailWish key={email} />
    </PageSection>
  );
}

function EmailForm({ account, onSent }: { readonly account: AccountFacts; readonly onSent: (email: string) => void }) {
  const [email, setEmail] = useState('');
  const [proof, setProof] = useState('');
  const { isBusy, trouble, run } = useTask();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const body = { email: email.trim(), proof: proof === '' ? null : proof };
    if ((await run(() => callUnsafe(gatewayRoutes.requestEmailChange, {}, body))) !== null) onSent(body.email);
  };
  return (
    <form className="form" onSubmit={(event) => void send(event)}>
      <TextField
        label={words.account.newEmail}
        type="email"
        isFirst
        autoComplete="email"
        maxLength={254}
        value={email}
        onChange={setEmail}
      />
      <Proof account={account} value={proof} onChange={setProof} />
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
      <button type="submit" className="button primary" disabled={isBusy || needsProof(account) === 'sign-in'}>
        {words.signIn.sendReset}
      </button>
    </form>
  );
}
