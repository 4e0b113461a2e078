import { gatewayRoutes } from '@bough/contracts';
import { type FormEvent, useState } from 'react';
import type { Trouble } from '../api/api.ts';
import { callUnsafe } from '../api/session.ts';
import { Dialog } from '../shell/dialog.tsx';
import { TroubleNote } from '../shell/trouble-note.tsx';
import { words } from '../words/index.ts';

/** Asks for an address and has a sign-in link sent to it; says the same whether the address is known or not. */
export function SignInDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setState('busy');
    const answer = await callUnsafe(gatewayRoutes.requestSignIn, {}, { email: email.trim() });
    setTrouble(answer.ok ? null : answer.error);
    setState(answer.ok ? 'sent' : 'asking');
  };
  if (state === 'sent') {
    return (
      <Dialog title={words.account.sentTitle} onClose={onClose}>
        <p>{words.account.sentText(email.trim())}</p>
      </Dialog>
    );
  }
  return (
    <Dialog title={words.account.signInTitle} onClose={onClose}>
      <form className="form" onSubmit={(event) => void send(event)}>
        <p className="quiet">{words.account.signInText}</p>
        <label className="label">
          {words.account.email}
          <input
            className="field"
            type="email"
            required
            autoFocus
            autoComplete="email"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </label>
        {trouble === null ? null : <TroubleNote trouble={trouble} />}
        <button type="submit" className="button primary" disabled={state === 'busy'}>
          {words.account.sendLink}
        </button>
      </form>
    </Dialog>
  );
}
