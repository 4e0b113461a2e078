import type { AccountFacts } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { type FormEvent, useState } from 'react';
import { adoptSession, callUnsafe } from '../../api/session.ts';
import { FormWays } from '../../shell/controls/form-ways.tsx';
import { PageSection } from '../../shell/page-frame.tsx';
import { showToast } from '../../shell/messages/toast.tsx';
import { TextField } from '../../shell/controls/text-field.tsx';
import { TroubleNote } from '../../shell/messages/trouble-note.tsx';
import { useTask } from '../../shell/use-task.ts';
import { accountPageWords } from '../../words/screens/account-page-words.ts';
import { words } from '../../words/index.ts';
import { signInWords } from '../../words/screens/sign-in-words.ts';
import { useProof } from './proof.tsx';

interface PasswordSectionProps {
  readonly account: AccountFacts;
  readonly onChanged: () => void;
}

/** A password for those who want one: set, changed or removed. Where people sign in by providers alone, removed only. */
export function PasswordSection({ account, onChanged }: PasswordSectionProps) {
  const [doing, setDoing] = useState<'nothing' | 'setting' | 'removing'>('nothing');
  const { hasPassword, mayHavePassword } = account;
  if (!hasPassword && !mayHavePassword) return null;
  const done = (text: string) => {
    setDoing('nothing');
    showToast({ text });
    onChanged();
  };
  return (
    <PageSection title={accountPageWords().password}>
      <p>{textOf(account)}</p>
      {doing === 'nothing' ? (
        <div className="form-ways">
          {mayHavePassword ? (
            <button type="button" className="button outlined" onClick={() => setDoing('setting')}>
              {hasPassword ? accountPageWords().changePassword : accountPageWords().setPassword}
            </button>
          ) : null}
          {hasPassword ? (
            <button type="button" className="button" onClick={() => setDoing('removing')}>
              {accountPageWords().removePassword}
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

function textOf({ hasPassword, mayHavePassword }: AccountFacts): string {
  if (!mayHavePassword) return accountPageWords().passwordUnused;
  return hasPassword ? accountPageWords().passwordSet : accountPageWords().passwordNone;
}

function removedText({ mayHavePassword }: AccountFacts): string {
  return mayHavePassword ? accountPageWords().passwordRemoved : accountPageWords().passwordUnusedRemoved;
}

interface PasswordFormProps {
  readonly account: AccountFacts;
  readonly isRemoving: boolean;
  readonly onCancel: () => void;
  readonly onDone: (text: string) => void;
}

function PasswordForm({ account, isRemoving, onCancel, onDone }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const { proof, isHeld, fields } = useProof(account);
  const { isBusy, trouble, run } = useTask();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await run(() =>
      isRemoving
        ? callUnsafe(gatewayRoutes.removePassword, {}, { proof })
        : callUnsafe(gatewayRoutes.setPassword, {}, { password, proof }),
    );
    if (answer === null) return;
    adoptSession(answer.value);
    onDone(isRemoving ? removedText(account) : words.account.passwordChanged);
  };
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      {fields}
      {isRemoving ? null : (
        <TextField
          label={signInWords().newPassword}
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={128}
          hint={signInWords().passwordHint}
          value={password}
          onChange={setPassword}
        />
      )}
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
      <FormWays
        act={isRemoving ? accountPageWords().removePassword : signInWords().setPassword}
        isHeld={isBusy || isHeld}
        onOther={onCancel}
      />
    </form>
  );
}
