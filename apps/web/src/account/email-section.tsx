import type { AccountFacts } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { type FormEvent, useState } from 'react';
import { callUnsafe } from '../api/session.ts';
import { PageSection } from '../shell/page-frame.tsx';
import { TextField } from '../shell/controls/text-field.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { accountPageWords } from '../words/screens/account-page-words.ts';
import { signInWords } from '../words/screens/sign-in-words.ts';
import { MailWish } from './mail-wish.tsx';
import { useProof } from './signing-in/proof.tsx';

/** The address: where links go, and how it changes. */
export function EmailSection({ account }: { readonly account: AccountFacts }) {
  const [state, setState] = useState<'shown' | 'changing' | { readonly sentTo: string }>('shown');
  const { email } = account.person;
  return (
    <PageSection title={accountPageWords().email}>
      {email === null ? null : <p className="page-value">{email}</p>}
      {state === 'shown' ? (
        <button type="button" className="button outlined" onClick={() => setState('changing')}>
          {accountPageWords().changeEmail}
        </button>
      ) : null}
      {state === 'changing' ? <EmailForm account={account} onSent={(sentTo) => setState({ sentTo })} /> : null}
      {typeof state === 'object' ? <p role="status">{accountPageWords().emailSent(state.sentTo)}</p> : null}
      <MailWish key={email} />
    </PageSection>
  );
}

function EmailForm({ account, onSent }: { readonly account: AccountFacts; readonly onSent: (email: string) => void }) {
  const [email, setEmail] = useState('');
  const { proof, isHeld, fields } = useProof(account);
  const { isBusy, trouble, run } = useTask();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const body = { email: email.trim(), proof };
    if ((await run(() => callUnsafe(gatewayRoutes.requestEmailChange, {}, body))) !== null) onSent(body.email);
  };
  return (
    <form className="form" onSubmit={(event) => void send(event)}>
      <TextField
        label={accountPageWords().newEmail}
        type="email"
        isFirst
        autoComplete="email"
        maxLength={254}
        value={email}
        onChange={setEmail}
      />
      {fields}
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
      <button type="submit" className="button primary" disabled={isBusy || isHeld}>
        {signInWords().sendReset}
      </button>
    </form>
  );
}
