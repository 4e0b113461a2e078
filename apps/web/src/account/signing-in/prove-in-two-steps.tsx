import { gatewayRoutes } from '@bough/contracts/gateway';
import { type KeyboardEvent, useState } from 'react';
import { adoptSession, callUnsafe } from '../../api/session.ts';
import { TroubleNote } from '../../shell/messages/trouble-note.tsx';
import { useTask } from '../../shell/use-task.ts';
import { CodeField } from '../../signing-in/code-field.tsx';
import { CurrentPassword } from '../../signing-in/current-password.tsx';
import { accountPageWords } from '../../words/screens/account-page-words.ts';
import { secondStepWords } from '../../words/screens/second-step-words.ts';

/** Proves the session for another hour by password and code. It stands within forms of others, and so is none. */
export function ProveInTwoSteps({ onProved }: { readonly onProved: () => void }) {
  const [proof, setProof] = useState('');
  const [code, setCode] = useState('');
  const { isBusy, trouble, run } = useTask();
  const prove = async () => {
    const done = await run(() => callUnsafe(gatewayRoutes.prove, {}, { proof, code }));
    if (done === null) return;
    adoptSession(done.value);
    onProved();
  };
  const isIncomplete = proof === '' || code === '';
  // The form around it waits for this one, so that Enter would do nothing there.
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!isBusy && !isIncomplete) void prove();
  };
  return (
    <div className="form proof" onKeyDown={enter}>
      <CurrentPassword label={accountPageWords().proof} value={proof} onChange={setProof} />
      <CodeField value={code} onChange={setCode} />
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
      <button type="button" className="button outlined" disabled={isBusy || isIncomplete} onClick={() => void prove()}>
        {secondStepWords().prove}
      </button>
    </div>
  );
}
