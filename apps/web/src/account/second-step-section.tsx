import type { AccountFacts } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { type FormEvent, useState } from 'react';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { QrCode } from '../sharing/qr-code.tsx';
import { PageSection } from '../shell/page-frame.tsx';
import { say } from '../shell/saying.tsx';
import { TroubleNote } from '../shell/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { CodeField, CodeNote } from '../signing-in/code-field.tsx';
import { secondStepWords } from '../words/second-step-words.ts';
import { useProof } from './proof.tsx';

interface SecondStepSectionProps {
  readonly account: AccountFacts;
  readonly onChanged: () => void;
}
interface Begun {
  readonly secret: string;
  readonly address: string;
}

/** The second step of signing in: set up, turned off, and its recovery codes. */
export function SecondStepSection({ account, onChanged }: SecondStepSectionProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { proof, isHeld: hasToProve, fields } = useProof(account);
  const { isBusy, trouble, run } = useTask();
  const given = { proof };
  const begin = async () => {
    const done = await run(() => callUnsafe(gatewayRoutes.beginSecondStep, {}, given));
    if (done !== null) setBegun(done.value);
  };
  const renew = async () => {
    const done = await run(() => callUnsafe(gatewayRoutes.renewRecoveryCodes, {}, given));
    if (done === null) return;
    setCodes(done.value.codes);
    onChanged();
  };
  const turnOff = async () => {
    if ((await run(() => callUnsafe(gatewayRoutes.turnOffSecondStep, {}, given))) === null) return;
    setCodes([]);
    say({ text: secondStepWords().turnedOff });
    onChanged();
  };
  const turnedOn = (made: readonly string[]) => {
    setBegun(null);
    setCodes(made);
    onChanged();
  };
  const { secondStep } = account;
  const isHeld = isBusy || hasToProve;
  return (
    <PageSection title={secondStepWords().title}>
      <p>{secondStep === null ? secondStepWords().off : secondStepWords().on(secondStep.codesLeft)}</p>
      {codes.length === 0 ? null : <RecoveryCodes codes={codes} />}
      {begun === null ? (
        <div className="form">
          {fields}
          <div className="form-ways">
            {secondStep === null ? (
              <button type="button" className="button outlined" disabled={isHeld} onClick={() => void begin()}>
                {secondStepWords().begin}
              </button>
            ) : (
              <>
                <button type="button" className="button outlined" disabled={isHeld} onClick={() => void renew()}>
                  {secondStepWords().renew}
                </button>
                <button type="button" className="button" disabled={isHeld} onClick={() => void turnOff()}>
                  {secondStepWords().turnOff}
                </button>
              </>
            )}
          </div>
        </div>
      ) : (
        <TurnOn begun={begun} onDone={turnedOn} />
      )}
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
    </PageSection>
  );
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
    </>
  );
}
