import { gatewayRoutes, type SignInWays } from '@bough/contracts';
import { type FormEvent, useCallback, useState } from 'react';
import { call } from '../api/api.ts';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { Dialog } from '../shell/dialog.tsx';
import { LocalLink } from '../shell/local-link.tsx';
import { TextField } from '../shell/text-field.tsx';
import { TroubleNote } from '../shell/trouble-note.tsx';
import { useLoaded } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { words } from '../words/index.ts';
import './sign-in.css';

type Way = 'link' | 'password' | 'reset';

/** Every way to come in: a mailed link, a password, and the provider's own sign-in where there is one. */
export function SignInDialog({ onClose }: { readonly onClose: () => void }) {
  const [way, setWay] = useState<Way>('link');
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const [loaded] = useLoaded(useCallback((signal) => call(gatewayRoutes.signInWays, {}, undefined, { signal }), []));
  const ways = loaded.kind === 'there' ? loaded.value : null;
  if (isSent) return <SentDialog email={email.trim()} onClose={onClose} />;
  const form = { email, onEmail: setEmail, onWay: setWay };
  return (
    <Dialog title={way === 'reset' ? words.signIn.resetTitle : words.signIn.title} onClose={onClose}>
      {way === 'reset' || ways === null ? null : <ProviderWay ways={ways} />}
      {way === 'password' ? <PasswordForm {...form} onDone={onClose} /> : null}
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
      <p className="quiet">{way === 'link' ? words.signIn.text : words.signIn.resetText}</p>
      <EmailField value={email} onChange={onEmail} />
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
      <div className="form-ways">
        <button type="submit" className="button primary" disabled={isBusy}>
          {way === 'link' ? words.signIn.sendLink : words.signIn.sendReset}
        </button>
        <button type="button" className="button" onClick={() => onWay('password')}>
          {words.signIn.byPassword}
        </button>
      </div>
    </form>
  );
}

function PasswordForm({ email, onEmail, onWay, onDone }: FormProps & { onDone: () => void }) {
  const [password, setPassword] = useState('');
  const { isBusy, trouble, run } = useTask();
  const enter = async (event: FormEvent) => {
    event.preventDefault();
    const body = { email: email.trim(), password };
    const done = await run(() => callUnsafe(gatewayRoutes.signInByPassword, {}, body));
    if (done === null) return;
    adoptSession(done.value);
    onDone();
  };
  return (
    <form className="form" onSubmit={(event) => void enter(event)}>
      <EmailField value={email} onChange={onEmail} autoComplete="username" />
      <TextField
        label={words.signIn.password}
        type="password"
        autoComplete="current-password"
        maxLength={512}
        value={password}
        onChange={setPassword}
      />
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
      <div className="form-ways">
        <button type="submit" className="button primary" disabled={isBusy}>
          {words.signIn.enter}
        </button>
        <button type="button" className="button" onClick={() => onWay('link')}>
          {words.signIn.byLink}
        </button>
      </div>
      <button type="button" className="plain" onClick={() => onWay('reset')}>
        {words.signIn.forgot}
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
      label={words.signIn.email}
      type="email"
      isFirst
      autoComplete={autoComplete}
      maxLength={254}
      value={value}
      onChange={onChange}
    />
  );
}

function ProviderWay({ ways }: { readonly ways: SignInWays }) {
  const { isBusy, trouble, run } = useTask();
  if (ways.provider === null) return null;
  const begin = async () => {
    const begun = await run(() => callUnsafe(gatewayRoutes.beginProviderSignIn, {}, undefined));
    if (begun !== null && /^https?:\/\//.test(begun.value.url)) location.assign(begun.value.url);
  };
  return (
    <>
      <button type="button" className="button outlined wide" disabled={isBusy} onClick={() => void begin()}>
        {words.signIn.provider(ways.provider)}
      </button>
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
      <p className="or">{words.signIn.or}</p>
    </>
  );
}

function NewAccounts({ ways }: { readonly ways: SignInWays }) {
  if (ways.registration === 'closed') return <p className="hint">{words.signIn.closed}</p>;
  if (ways.domains.length === 0) return null;
  return <p className="hint">{words.signIn.domains(ways.domains.join(', '))}</p>;
}

function SentDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  return (
    <Dialog title={words.signIn.sentTitle} onClose={onClose}>
      <p>{words.signIn.sentText(email)}</p>
      {isThisMachine() ? (
        <LocalLink to="/outbox" className="plain">
          {words.signIn.outbox}
        </LocalLink>
      ) : null}
    </Dialog>
  );
}

/** A server on this very machine is one that somebody is trying out: its mail most likely stays in the outbox. */
function isThisMachine(): boolean {
  return location.hostname === 'localhost' || location.hostname === '127.0.0.1';
}
