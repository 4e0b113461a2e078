import type { SignInWays } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { type FormEvent, lazy, useEffect, useState } from 'react';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { Dialog } from '../shell/messages/dialog.tsx';
import { FormWays } from '../shell/controls/form-ways.tsx';
import { LocalLink } from '../shell/controls/local-link.tsx';
import { Part } from '../shell/part.tsx';
import { go } from '../shell/router.ts';
import { TextField } from '../shell/controls/text-field.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { signInWords } from '../words/screens/sign-in-words.ts';
import { canUsePasskeys } from './can-use-passkeys.ts';
import { CurrentPassword } from './current-password.tsx';
import { addressAfterSignIn, keepWayBack } from './way-back.ts';
import './sign-in.css';

const PasskeyWay = lazy(async () => ({ default: (await import('../passkeys/passkey-way.tsx')).PasskeyWay }));

type Way = 'link' | 'password' | 'reset';

/** Every way to come in that there is here: a mailed link, a password, and the sign-ins of providers. All lead back to where it was opened. */
export function SignInDialog({ onClose }: { readonly onClose: () => void }) {
  const [way, setWay] = useState<Way>('link');
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const [loaded] = useAnswer(gatewayRoutes.signInWays, {});
  const ways = loaded.kind === 'there' ? loaded.value : null;
  useEffect(keepWayBack, []);
  const goBack = () => {
    onClose();
    go(addressAfterSignIn(), 'replace');
  };
  if (isSent) return <SentDialog email={email.trim()} onClose={onClose} />;
  // Which ways there are is known in a moment: nothing is shown that may not work.
  if (loaded.kind === 'loading') {
    return (
      <Dialog title={signInWords().title} onClose={onClose}>
        <p className="quiet">{signInWords().text}</p>
      </Dialog>
    );
  }
  if (ways?.signIn === 'provider') return <ProvidersDialog ways={ways} onClose={onClose} />;
  const form = { email, onEmail: setEmail, onWay: setWay };
  return (
    <Dialog title={way === 'reset' ? signInWords().resetTitle : signInWords().title} onClose={onClose}>
      {way === 'reset' || ways === null ? null : <OneStepWays ways={ways} onDone={goBack} />}
      {way === 'password' ? <PasswordForm {...form} onDone={goBack} onCode={onClose} /> : null}
      {way === 'link' ? <MailForm key="link" {...form} way="link" onSent={() => setSent(true)} /> : null}
      {way === 'reset' ? <MailForm key="reset" {...form} way="reset" onSent={() => setSent(true)} /> : null}
      {way === 'link' && ways !== null ? <NewAccounts ways={ways} /> : null}
    </Dialog>
  );
}

interface FormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onWay: (way: Way) => void;
}

function MailForm({ email, onEmail, onWay, way, onSent }: FormProps & { way: 'link' | 'reset'; onSent: () => void }) {
  const { isBusy, trouble, run } = useTask();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const route = way === 'link' ? gatewayRoutes.requestSignIn : gatewayRoutes.requestPasswordReset;
    if ((await run(() => callUnsafe(route, {}, { email: email.trim() }))) !== null) onSent();
  };
  return (
    <form className="form" onSubmit={(event) => void send(event)}>
      <p className="quiet">{way === 'link' ? signInWords().text : signInWords().resetText}</p>
      <EmailField value={email} onChange={onEmail} />
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
      <FormWays
        act={way === 'link' ? signInWords().sendLink : signInWords().sendReset}
        isHeld={isBusy}
        other={signInWords().byPassword}
        onOther={() => onWay('password')}
      />
    </form>
  );
}

interface PasswordFormProps extends FormProps {
  readonly onDone: () => void;
  /** The second step is asked for on a screen of its own. */
  readonly onCode: () => void;
}

function PasswordForm({ email, onEmail, onWay, onDone, onCode }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const { isBusy, trouble, run } = useTask();
  const enter = async (event: FormEvent) => {
    event.preventDefault();
    const body = { email: email.trim(), password };
    const done = await run(() => callUnsafe(gatewayRoutes.signInByPassword, {}, body));
    if (done === null) return;
    adoptSession(done.value);
    if (!done.value.awaitsCode) return onDone();
    onCode();
    go('/sign-in/code');
  };
  return (
    <form className="form" onSubmit={(event) => void enter(event)}>
      <EmailField value={email} onChange={onEmail} autoComplete="username" />
      <CurrentPassword label={signInWords().password} value={password} onChange={setPassword} />
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
      <FormWays act={signInWords().enter} isHeld={isBusy} other={signInWords().byLink} onOther={() => onWay('link')} />
      <button type="button" className="plain" onClick={() => onWay('reset')}>
        {signInWords().forgot}
      </button>
    </form>
  );
}

interface EmailFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete?: string;
}

function EmailField({ value, onChange, autoComplete = 'email' }: EmailFieldProps) {
  return (
    <TextField
      label={signInWords().email}
      type="email"
      isFirst
      // The last word has browsers offer passkeys there, too.
      autoComplete={`${autoComplete} webauthn`}
      maxLength={254}
      value={value}
      onChange={onChange}
    />
  );
}

/** Ways that need no address. */
function OneStepWays({ ways, onDone }: { readonly ways: SignInWays; readonly onDone: () => void }) {
  const [hasPasskeys, setHasPasskeys] = useState(ways.passkeys && canUsePasskeys());
  if (!hasPasskeys && ways.providers.length === 0) return null;
  return (
    <>
      <div className="one-step-ways">
        {hasPasskeys ? (
          <Part onFailed={() => setHasPasskeys(false)}>
            <PasskeyWay onDone={onDone} />
          </Part>
        ) : null}
        <Providers ways={ways} isOnly={false} />
      </div>
      <p className="or">{signInWords().or}</p>
    </>
  );
}

/** Where nobody comes in but by a provider. */
function ProvidersDialog({ ways, onClose }: { readonly ways: SignInWays; readonly onClose: () => void }) {
  return (
    <Dialog title={signInWords().title} onClose={onClose}>
      <p className="quiet">{signInWords().text}</p>
      <Providers ways={ways} isOnly />
      <NewAccounts ways={ways} />
    </Dialog>
  );
}

function Providers({ ways, isOnly }: { readonly ways: SignInWays; readonly isOnly: boolean }) {
  const { isBusy, trouble, run } = useTask();
  if (ways.providers.length === 0) return null;
  const begin = async (provider: string) => {
    const begun = await run(() => callUnsafe(gatewayRoutes.beginProviderSignIn, {}, { provider }));
    if (begun !== null && /^https?:\/\//.test(begun.value.url)) location.assign(begun.value.url);
  };
  return (
    <>
      <div className="providers">
        {ways.providers.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className={isOnly && ways.providers.length === 1 ? 'button primary wide' : 'button outlined wide'}
            disabled={isBusy}
            onClick={() => void begin(id)}
          >
            {signInWords().provider(name)}
          </button>
        ))}
      </div>
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
    </>
  );
}

function NewAccounts({ ways }: { readonly ways: SignInWays }) {
  if (ways.registration === 'closed') return <p className="hint">{signInWords().closed}</p>;
  if (ways.registration === 'provider' && ways.signIn === 'any') {
    return (
      <p className="hint">
        {signInWords().byProvider(ways.providers.map(({ name }) => name).join(` ${signInWords().or} `))}
      </p>
    );
  }
  if (ways.domains.length === 0) return null;
  return <p className="hint">{signInWords().domains(ways.domains.join(', '))}</p>;
}

function SentDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  return (
    <Dialog title={signInWords().sentTitle} onClose={onClose}>
      <p>{signInWords().sentText(email)}</p>
      {isThisMachine() ? (
        <LocalLink to="/outbox" className="plain">
          {signInWords().outbox}
        </LocalLink>
      ) : null}
    </Dialog>
  );
}

/** A server on this very machine is one that somebody is trying out: its mail most likely stays in the outbox. */
function isThisMachine(): boolean {
  return location.hostname === 'localhost' || location.hostname === '127.0.0.1';
}
