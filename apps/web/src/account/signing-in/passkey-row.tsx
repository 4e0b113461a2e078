import type { AccountFacts, PasskeyFacts } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { type FormEvent, useState } from 'react';
import { callUnsafe } from '../../api/session.ts';
import { PasskeyNote } from '../../passkeys/passkey-note.tsx';
import { Dialog } from '../../shell/messages/dialog.tsx';
import { Row } from '../../shell/controls/fact-row.tsx';
import { FormWays } from '../../shell/controls/form-ways.tsx';
import { TextField } from '../../shell/controls/text-field.tsx';
import { useTask } from '../../shell/use-task.ts';
import { accountPageWords } from '../../words/screens/account-page-words.ts';
import { language } from '../../words/index.ts';
import { passkeyWords } from '../../words/screens/passkey-words.ts';
import { sayDay, sayWhen } from '../../words/when.ts';
import { deviceWords } from './device-words.ts';
import { useProof } from './proof.tsx';

interface PasskeyRowProps {
  readonly account: AccountFacts;
  readonly passkey: PasskeyFacts;
  /** Whether nothing but the mailed link is left without it. */
  readonly isLast: boolean;
  /** Whether it was just made: its name is open to be changed. */
  readonly isNew: boolean;
  readonly onRenamed: (passkey: PasskeyFacts) => void;
  readonly onRemoved: () => void;
}

/** One passkey. */
export function PasskeyRow({ account, passkey, isLast, isNew, onRenamed, onRemoved }: PasskeyRowProps) {
  const [doing, setDoing] = useState<'nothing' | 'renaming' | 'removing'>(isNew ? 'renaming' : 'nothing');
  const { name, maySync, createdAt, usedAt } = passkey;
  const stop = () => setDoing('nothing');
  const facts = [
    maySync ? passkeyWords().synced : passkeyWords().bound,
    passkeyWords().made(sayDay(createdAt, language)),
    passkeyWords().used(usedAt === null ? null : sayWhen(usedAt, Date.now(), language)),
  ];
  if (doing === 'renaming') {
    const done = (changed: PasskeyFacts) => (onRenamed(changed), stop());
    return (
      <li className="row">
        <NameForm passkey={passkey} isNew={isNew} onDone={done} onCancel={stop} />
      </li>
    );
  }
  return (
    <Row name={name} facts={facts.join(', ')}>
      <span className="row-ways">
        <button
          type="button"
          className="button"
          aria-label={passkeyWords().renameIt(name)}
          onClick={() => setDoing('renaming')}
        >
          {passkeyWords().rename}
        </button>
        <button
          type="button"
          className="button"
          aria-label={passkeyWords().removeIt(name)}
          onClick={() => setDoing('removing')}
        >
          {passkeyWords().remove}
        </button>
      </span>
      {doing === 'removing' ? <RemoveDialog onClose={stop} {...{ account, passkey, isLast, onRemoved }} /> : null}
    </Row>
  );
}

interface NameFormProps {
  readonly passkey: PasskeyFacts;
  /** Whether it has the name that the server gave it, which is in English. */
  readonly isNew: boolean;
  readonly onDone: (passkey: PasskeyFacts) => void;
  readonly onCancel: () => void;
}

function NameForm({ passkey, isNew, onDone, onCancel }: NameFormProps) {
  const [name, setName] = useState(isNew ? deviceWords(passkey.name, accountPageWords()) : passkey.name);
  const { isBusy, trouble, run } = useTask();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = { name: name.trim() };
    const saved = await run(() => callUnsafe(gatewayRoutes.renamePasskey, { passkey: passkey.id }, body));
    if (saved !== null) onDone({ ...passkey, ...body });
  };
  return (
    <form className="form" onSubmit={(event) => void save(event)}>
      <TextField
        label={passkeyWords().name}
        hint={passkeyWords().nameHint}
        isFirst
        autoComplete="off"
        maxLength={80}
        value={name}
        onChange={setName}
      />
      {trouble === null ? null : <PasskeyNote trouble={trouble} />}
      <FormWays act={passkeyWords().save} isHeld={isBusy || name.trim() === ''} onOther={onCancel} />
    </form>
  );
}

type RemoveDialogProps = Pick<PasskeyRowProps, 'account' | 'passkey' | 'isLast' | 'onRemoved'> & {
  readonly onClose: () => void;
};

function RemoveDialog({ account, passkey, isLast, onRemoved, onClose }: RemoveDialogProps) {
  const { proof, isHeld, fields } = useProof(account);
  const { isBusy, trouble, run } = useTask();
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    const gone = await run(() => callUnsafe(gatewayRoutes.removePasskey, { passkey: passkey.id }, { proof }));
    if (gone !== null) onRemoved();
  };
  return (
    <Dialog title={passkeyWords().removeTitle} onClose={onClose}>
      <form className="form" onSubmit={(event) => void remove(event)}>
        <p>{passkeyWords().removeText(passkey.name)}</p>
        {isLast ? <p>{passkeyWords().removeLast}</p> : null}
        {fields}
        {trouble === null ? null : <PasskeyNote trouble={trouble} />}
        <FormWays act={passkeyWords().remove} isDangerous isHeld={isBusy || isHeld} onOther={onClose} />
      </form>
    </Dialog>
  );
}
