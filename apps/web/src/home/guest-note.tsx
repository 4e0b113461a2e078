import { useState } from 'react';
import { SignInDialog } from '../signing-in/sign-in.tsx';
import { words } from '../words/index.ts';

/** Tells a guest that only this device knows them, and the way out. */
export function GuestNote() {
  const [isSigningIn, setSigningIn] = useState(false);
  return (
    <p className="hint guest-note">
      {words.home.guestNote}{' '}
      <button type="button" className="plain" onClick={() => setSigningIn(true)}>
        {words.account.signIn}
      </button>
      {isSigningIn ? <SignInDialog onClose={() => setSigningIn(false)} /> : null}
    </p>
  );
}
