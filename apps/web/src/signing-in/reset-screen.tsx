import { gatewayRoutes } from '@bough/contracts/gateway';
import { type FormEvent, useState } from 'react';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { Notice } from '../shell/messages/notice.tsx';
import { go } from '../shell/router.ts';
import { showToast } from '../shell/messages/toast.tsx';
import { TextField } from '../shell/controls/text-field.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { words } from '../words/index.ts';
import { signInWords } from '../words/screens/sign-in-words.ts';
import { addressAfterSignIn } from './way-back.ts';
import './sign-in.css';

/** A link for choosing a new password; the person is signed in with it at once. */
export function ResetScreen({ secret }: { readonly secret: string }) {
  const [password, setPassword] = useState('');
  const { isBusy, trouble, run } = useTask();
  const reset = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run(() => callUnsafe(gatewayRoutes.confirmPasswordReset, {}, { secret, password }));
    if (done === null) return;
    adoptSession(done.value);
    go(done.value.awaitsCode ? '/sign-in/code' : addressAfterSignIn(), 'replace');
    showToast({ text: words.account.passwordChanged });
  };
  return (
    <Notice title={signInWords().resetTitle} text="">
      <form className="form" onSubmit={(event) => void reset(event)}>
        <TextField
          label={signInWords().newPassword}
          type="password"
          isFirst
          autoComplete="new-password"
          minLength={8}
          maxLength={128}
          hint={signInWords().passwordHint}
          value={password}
          onChange={setPassword}
        />
        {trouble === null ? null : <TroubleNote trouble={trouble} what={signInWords().resetFailed} />}
        <button type="submit" className="button primary" disabled={isBusy}>
          {signInWords().setPassword}
        </button>
      </form>
    </Notice>
  );
}
