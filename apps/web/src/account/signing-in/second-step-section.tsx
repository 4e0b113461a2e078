import type { AccountFacts } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { type FormEvent, useState } from 'react';
import { adoptSession, callUnsafe } from '../../api/session.ts';
import { QrCode } from '../../sharing/qr-code.tsx';
import { FormWays } from '../../shell/controls/form-ways.tsx';
import { PageSection } from '../../shell/page-frame.tsx';
import { showToast } from '../../shell/messages/toast.tsx';
import { TroubleNote } from '../../shell/messages/trouble-note.tsx';
import { useTask } from '../../shell/use-task.ts';
import { CodeField, CodeNote } from '../../signing-in/code-field.tsx';
import { shareWords } from '../../words/screens/share-words.ts';
import { secondStepWords } from '../../words/screens/second-step-words.ts';
import { useProof } from './proof.tsx';

interface SecondStepSectionProps {
  readonly account: AccountFacts;
  readonly onChanged: () => void;
}
interface Begun {
  readonly secret: string;
  readonly address: string;
}

type Deed = 'begin' | 'renew' | 'turn off';

/** The second step of signing in: set up, turned off, and its recovery codes. Where the session is no longer fresh, a proof is asked for once one of these is chosen. */
export function SecondStepSection({ account, onChanged }: SecondStepSectionProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<Deed | null>(null);
  const { need, proof, isHeld, fields, clear } = useProof(account);
  const { isBusy, trouble, run } = useTask();
  const deeds: Readonly<Record<Deed, () => Promise<boolean>>> = {
    begin: async () => {
      const done = await run(() => callUnsafe(gatewayRoutes.beginSecondStep, {}, { proof }));
      if (done !== null) setBegun(done.value);
      return done !== null;
    },
    renew: async () => {
      const done = await run(() => callUnsafe(gatewayRoutes.renewRecoveryCodes, {}, { proof }));
      if (done !== null) setCodes(done.value.codes);
      return done !== null;
    },
    'turn off': async () => {
      const done = await run(() => callUnsafe(gatewayRoutes.turnOffSecondStep, {}, { proof }));
      if (done === null) return false;
      setCodes([]);
      showToast({ text: secondStepWords().turnedOff });
      return true;
    },
  };
  const act = async (deed: Deed) => {
    if (!(await deeds[deed]())) return;
    setChosen(null);
    clear();
    if (deed !== 'begin') onChanged();
  };
  const choose = (deed: Deed) => (need === 'nothing' ? void act(deed) : setChosen(deed));
  const turnedOn = (made: readonly string[]) => {
    setBegun(null);
    setCodes(made);
    onChanged();
  };
  const { secondStep } = account;
  return (
    <PageSection title={secondStepWords().title}>
      <p>{secondStep === null ? secondStepWords().off : secondStepWords().on(secondStep.codesLeft)}</p>
      {codes.length === 0 ? null : <RecoveryCodes codes={codes} />}
      {begun === null ? null : <TurnOn begun={begun} onDone={turnedOn} />}
      {begun !== null || chosen !== null ? null : <Ways isOn={secondStep !== null} isBusy={isBusy} onChoose={choose} />}
      {chosen === null ? null : (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void act(chosen);
          }}
        >
          {fields}
          <FormWays act={deedWords(chosen)} isHeld={isBusy || isHeld} onOther={() => setChosen(null)} />
        </form>
      )}
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
    </PageSection>
  );
}

interface WaysProps {
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (deed: Deed) => void;
}

/** What can be done about it now. */
function Ways({ isOn, isBusy, onChoose }: WaysProps) {
  const deeds: readonly Deed[] = isOn ? ['renew', 'turn off'] : ['begin'];
  return (
    <div className="form-ways">
      {deeds.map((deed) => (
        <button
          key={deed}
          type="button"
          className={deed === 'turn off' ? 'button' : 'button outlined'}
          disabled={isBusy}
          onClick={() => onChoose(deed)}
        >
          {deedWords(deed)}
        </button>
      ))}
    </div>
  );
}

function deedWords(deed: Deed): string {
  switch (deed) {
    case 'begin':
      return secondStepWords().begin;
    case 'renew':
      return secondStepWords().renew;
    case 'turn off':
      return secondStepWords().turnOff;
  }
}

function TurnOn({ begun, onDone }: { readonly begun: Begun; readonly onDone: (codes: readonly string[]) => void }) {
  const [code, setCode] = useState('');
  const { isBusy, trouble, run } = useTask();
  const turnOn = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run(() => callUnsafe(gatewayRoutes.turnOnSecondStep, {}, { code }));
    if (done === null) return;
    adoptSession(done.value.session);
    onDone(done.value.codes);
  };
  return (
    <form className="form" onSubmit={(event) => void turnOn(event)}>
      <p>{secondStepWords().scan}</p>
      <QrCode text={begun.address} />
      <p className="page-value">
        {secondStepWords().typed}: <code>{begun.secret}</code>
      </p>
      <CodeField value={code} onChange={setCode} />
      {trouble === null ? null : <CodeNote trouble={trouble} />}
      <button type="submit" className="button primary" disabled={isBusy}>
        {secondStepWords().turnOn}
      </button>
    </form>
  );
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  };
  return (
    <>
      <p role="status">{secondStepWords().codes}</p>
      <ul className="rows">
        {codes.map((code) => (
          <li className="row" key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button type="button" className="button outlined" onClick={() => void copy()}>
        <span aria-live="polite">{isCopied ? shareWords().copied : secondStepWords().copy}</span>
      </button>
    </>
  );
}
