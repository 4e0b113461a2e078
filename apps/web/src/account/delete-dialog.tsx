import type { AccountFacts, DeletionFacts } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import type { FormEvent } from 'react';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { Dialog } from '../shell/messages/dialog.tsx';
import { FormWays } from '../shell/controls/form-ways.tsx';
import { go } from '../shell/router.ts';
import { showToast } from '../shell/messages/toast.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { forgetPerson } from '../signing-out/forget-person.ts';
import { deletionWords } from '../words/screens/deletion-words.ts';
import { words } from '../words/index.ts';
import { useProof } from './signing-in/proof.tsx';

/** Says what would become of each map, and deletes the account only then. */
export function DeleteDialog({ account, onClose }: { readonly account: AccountFacts; readonly onClose: () => void }) {
  const [loaded, again] = useAnswer(gatewayRoutes.deletionFacts, {});
  const { proof, isHeld, fields } = useProof(account);
  const { isBusy, trouble, run } = useTask();
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    const gone = await run(() => callUnsafe(gatewayRoutes.deleteAccount, {}, { proof }));
    if (gone === null) return;
    await forgetPerson(account.person.id).catch(() => undefined);
    adoptSession(gone.value);
    go('/', 'replace');
    showToast({ text: deletionWords().deleted });
  };
  return (
    <Dialog title={deletionWords().title} onClose={onClose}>
      {loaded.kind === 'failed' ? <TroubleNote trouble={loaded.trouble} onRetry={again} /> : null}
      {loaded.kind === 'there' ? (
        <form className="form" onSubmit={(event) => void remove(event)}>
          <Fate facts={loaded.value} />
          <p>{deletionWords().final}</p>
          {fields}
          {trouble === null ? null : <TroubleNote trouble={trouble} />}
          <FormWays act={deletionWords().now} isDangerous isHeld={isBusy || isHeld} onOther={onClose} />
        </form>
      ) : null}
    </Dialog>
  );
}

function Fate({ facts }: { readonly facts: DeletionFacts }) {
  const { deleted, handedOver, left } = facts;
  if (deleted.length + handedOver.length + left === 0) return <p>{deletionWords().nothing}</p>;
  return (
    <>
      {deleted.length > 0 ? <Named text={deletionWords().deletes(deleted.length)} names={deleted} /> : null}
      {handedOver.length > 0 ? (
        <Named
          text={deletionWords().handsOver(handedOver.length)}
          names={handedOver.map(({ title, to }) => deletionWords().handsOverOne(title, to))}
        />
      ) : null}
      {left > 0 ? <p>{deletionWords().leaves(left)}</p> : null}
      {left > 0 || handedOver.length > 0 ? <p>{deletionWords().name}</p> : null}
    </>
  );
}

function Named({ text, names }: { readonly text: string; readonly names: readonly string[] }) {
  return (
    <div className="fate">
      <p>{text}</p>
      <ul tabIndex={0} aria-label={text}>
        {names.map((name, at) => (
          <li key={at}>{name === '' ? words.untitled : name}</li>
        ))}
      </ul>
    </div>
  );
}
