import { lazy } from 'react';
import { Part } from '../shell/part.tsx';

const Dialog = lazy(async () => ({ default: (await import('./sign-in-dialog.tsx')).SignInDialog }));

/** The ways to come in, fetched when somebody asks for them: whoever opens a map needs none. */
export function SignInDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Part onFailed={onClose}>
      <Dialog onClose={onClose} />
    </Part>
  );
}
