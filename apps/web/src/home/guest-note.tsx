import { SignInButton } from '../signing-in/sign-in.tsx';
import { homeWords } from '../words/screens/home-words.ts';

/** Tells a guest that only this device knows them, and the way out. */
export function GuestNote() {
  return (
    <p className="hint guest-note">
      {homeWords().guestNote} <SignInButton className="plain" />
    </p>
  );
}
