import type { AccountFacts } from '@bough/contracts';
import { useState } from 'react';
import { TextField } from '../shell/text-field.tsx';
import { SignInDialog } from '../signing-in/sign-in-dialog.tsx';
import { words } from '../words/index.ts';

/** What this session must show before it may take the account away: nothing while it is fresh. */
export function needsProof(account: Pick<AccountFacts, 'isFresh' | 'hasPassword'>): 'nothing' | 'password' | 'sign-in' {
  if (account.isFresh) return 'nothing';
  return account.hasPassword ? 'password' : 'sign-in';
}

interface ProofProps {
  readonly account: AccountFacts;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Asks for the proof that is needed, if any. */
export function Proof({ account, value, onChange }: ProofProps) {
  const [isSigningIn, setSigningIn] = useState(false);
  switch (needsProof(account)) {
    case 'nothing':
      return null;
    case 'password':
      return (
        <TextField
          label={words.account.proof}
          type="password"
          autoComplete="current-password"
          maxLength={512}
          value={value}
          onChange={onChange}
        />
      );
    case 'sign-in':
      return (
        <>
          <p>{words.account.proofStale}</p>
          <button type="button" className="button outlined" onClick={() => setSigningIn(true)}>
            {words.account.signIn}
          </button>
          {isSigningIn ? <SignInDialog onClose={() => setSigningIn(false)} /> : null}
        </>
      );
  }
}
