import { SignInButton } from '../signing-in/sign-in.tsx';
import { words } from '../words/index.ts';

/** Tells a guest that only this device knows them, and the way out. */
export function GuestNote() {
  return (
    <p className="hint guest-note">
      {words.home.guestNote} <SignInButton className="plain" />
    </p>
  );
}
