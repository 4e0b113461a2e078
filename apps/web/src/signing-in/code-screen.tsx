import { gatewayRoutes } from '@bough/contracts/gateway';
import { type FormEvent, useState } from 'react';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { Notice } from '../shell/messages/notice.tsx';
import { go } from '../shell/router.ts';
import { useTask } from '../shell/use-task.ts';
import { secondStepWords } from '../words/screens/second-step-words.ts';
import { CodeField, CodeNote } from './code-field.tsx';
import { addressAfterSignIn } from './way-back.ts';
import './sign-in.css';

/** Asks for the second step, after a password or a link was right. */
export function CodeScreen() {
  const [code, setCode] = useState('');
  const { isBusy, trouble, run } = useTask();
  const enter = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run(() => callUnsafe(gatewayRoutes.showSecondStep, {}, { code }));
    if (done === null) return;
    adoptSession(done.value);
    go(addressAfterSignIn(), 'replace');
  };
  return (
    <Notice title={secondStepWords().askTitle} text={secondStepWords().askText}>
      <form className="form" onSubmit={(event) => void enter(event)}>
        <CodeField isFirst value={code} onChange={setCode} />
        {trouble === null ? null : <CodeNote trouble={trouble} />}
        <button type="submit" className="button primary" disabled={isBusy}>
          {secondStepWords().enter}
        </button>
      </form>
    </Notice>
  );
}

/** "This was not me": opening it changes nothing, the button does. */
export function NotMeScreen({ secret }: { readonly secret: string }) {
  const [text, setText] = useState<string | null>(null);
  const { isBusy, trouble, run } = useTask();
  const press = async () => {
    const done = await run(() => callUnsafe(gatewayRoutes.wasNotMe, {}, { secret }));
    if (done === null) return;
    adoptSession(done.value.session);
    setText(done.value.isMailed ? secondStepWords().notMeMailed : secondStepWords().notMeEnded);
  };
  const said = trouble === null ? (text ?? secondStepWords().notMeText) : secondStepWords().notMeFailed;
  return (
    <Notice title={secondStepWords().notMeTitle} text={said}>
      {text === null && trouble === null ? (
        <button type="button" className="button primary" disabled={isBusy} onClick={() => void press()}>
          {secondStepWords().notMe}
        </button>
      ) : null}
    </Notice>
  );
}
