import type { AccountFacts } from '@bough/contracts';
import { type ReactNode, useContext, useState } from 'react';
import type { Trouble } from '../../api/api.ts';
import { ProveByPasskey } from '../../passkeys/prove-by-passkey.tsx';
import { SignInButton } from '../../signing-in/sign-in.tsx';
import { CurrentPassword } from '../../signing-in/current-password.tsx';
import { accountPageWords } from '../../words/screens/account-page-words.ts';
import { canUsePasskeys } from '../../signing-in/can-use-passkeys.ts';
import { ProveInTwoSteps } from './prove-in-two-steps.tsx';
import { Proved } from './proved.ts';

type Need = 'nothing' | 'password' | 'sign-in';

/** What a form asks for before it may take the account away. */
interface AskedProof {
  readonly need: Need;
  /** What was typed, as the server takes it: null, nothing. */
  readonly proof: string | null;
  /** Whether the form has to wait until the session is proved beside it. */
  readonly isHeld: boolean;
  /** The fields for it, if any. */
  readonly fields: ReactNode;
  readonly clear: () => void;
}

/** The proof in a form. `onProved` is told when the session was proved beside it; absent: the page is, and asks for no proof any more. */
export function useProof(account: AccountFacts, onProved?: () => void): AskedProof {
  const [typed, setTyped] = useState('');
  const proved = useContext(Proved);
  const need = needOf(account);
  return {
    need,
    proof: typed === '' ? null : typed,
    isHeld: need === 'sign-in',
    fields: <Fields value={typed} onChange={setTyped} onProved={onProved ?? proved} {...{ account, need }} />,
    clear: () => setTyped(''),
  };
}

/** What this session must show: nothing while it is fresh. */
function needOf(account: AccountFacts): Need {
  if (account.isFresh) return 'nothing';
  // With a second step the session is proved first, beside whatever asks for it.
  return account.hasPassword && account.secondStep === null ? 'password' : 'sign-in';
}

/** Whether the server asked for a proof: the session has grown old since the account was read. */
export function isUnproved(trouble: Trouble): boolean {
  return trouble.kind === 'refused' && trouble.problem.code === 'gateway/unproved';
}

interface FieldsProps {
  readonly account: AccountFacts;
  readonly need: Need;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onProved: () => void;
}

function Fields({ account, need, value, onChange, onProved }: FieldsProps) {
  const byPasskey = account.hasPasskey && canUsePasskeys() ? <ProveByPasskey onProved={onProved} /> : null;
  switch (need) {
    case 'nothing':
      return null;
    case 'password':
      return (
        <>
          {byPasskey}
          <CurrentPassword label={accountPageWords().proof} value={value} onChange={onChange} />
        </>
      );
    case 'sign-in':
      if (account.hasPassword)
        return (
          <>
            {byPasskey}
            <ProveInTwoSteps onProved={onProved} />
          </>
        );
      return (
        <>
          <p>{accountPageWords().proofStale}</p>
          {byPasskey}
          <SignInButton className="button outlined" />
        </>
      );
  }
}
