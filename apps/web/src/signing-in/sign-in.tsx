import { lazy, useState } from 'react';
import { Part } from '../shell/part.tsx';
import { words } from '../words/index.ts';

const Dialog = lazy(async () => ({ default: (await import('./sign-in-dialog.tsx')).SignInDialog }));

/** The ways to come in, fetched when somebody asks for them: whoever opens a map needs none. */
export function SignInDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Part takesKeys onFailed={onClose}>
      <Dialog onClose={onClose} />
    </Part>
  );
}

interface SignInButtonProps {
  readonly className?: string;
  readonly text?: string;
}

/** Shows them when it is pressed. */
export function SignInButton({ className = 'button primary', text = words.account.signIn }: SignInButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {text}
      </button>
      {isOpen ? <SignInDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
