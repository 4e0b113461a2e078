import { type AccountFacts, gatewayRoutes } from '@bough/contracts';
import { type FormEvent, useState } from 'react';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { PageSection } from '../shell/page-frame.tsx';
import { say } from '../shell/saying.tsx';
import { TextField } from '../shell/text-field.tsx';
import { TroubleNote } from '../shell/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { words } from '../words/index.ts';
import { needsProof, Proof } from './proof.tsx';

interface PasswordSectionProps {
  readonly account: AccountFacts;
  readonly onChanged: () => void;
}

/** A password for those who want one: set, changed or removed. */
export function PasswordSection({ account, onChanged }: PasswordSectionProps) {
  const [doing, setDoing] = useState<'nothing' | 'setting' | 'removing'>('nothing');
  const done = (text: string) => {
    setDoing('nothing');
    say({ text });
    onChanged();
  };
  return (
    <PageSection title={words.account.password}>
      <p>{account.hasPassword ? words.account.passwordSet : words.account.passwordNone}</p>
      {doing === 'nothing' ? (
        <div className="form-ways">
          <button type="button" className="button outlined" onClick={() => setDoing('setting')}>
            {account.hasPassword ? words.account.changePassword : words.account.setPassword}
          </button>
          {account.hasPassword ? (
            <button type="button" className="button" onClick={() => setDoing('removing')}>
              {words.account.removePassword}
            </button>
          ) : null}
        </div>
      ) : (
        <PasswordForm
          account={account}
          isRemoving={doing === 'removing'}
          onCancel={() => setDoing('nothing')}
          onDone={done}
        />
      )}
    </PageSection>
  );
}

interface PasswordFormProps {
  readonly account: AccountFacts;
  readonly isRemoving: boolean;
  readonly onCancel: () => void;
  readonly onDone: (text: string) => void;
}

function PasswordForm({ account, isRemoving, onCancel, onDone }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [typed, setProof] = useState('');
  const { isBusy, trouble, run } = useTask();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const proof = typed === '' ? null : typed;
    const answer = await run(() =>
      isRemoving
        ? callUnsafe(gatewayRoutes.removePassword, {}, { proof })
        : callUnsafe(gatewayRoutes.setPassword, {}, { password, proof }),
    );
    if (answer === null) return;
    adoptSession(answer.value);
    onDone(isRemoving ? words.account.passwordRemoved : words.account.passwordChanged);
  };
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      <Proof account={account} value={typed} onChange={setProof} />
      {isRemoving ? null : (
        <TextField
          label={words.signIn.newPassword}
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={128}
          hint={words.signIn.passwordHint}
          value={password}
          onChange={setPassword}
        />
      )}
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
      <div className="form-ways">
        <button type="submit" className="button primary" disabled={isBusy || needsProof(account) === 'sign-in'}>
          {isRemoving ? words.account.removePassword : words.signIn.setPassword}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
}
