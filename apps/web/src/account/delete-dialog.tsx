import { type AccountFacts, type DeletionFacts, gatewayRoutes } from '@bough/contracts';
import { type FormEvent, useCallback, useState } from 'react';
import { call } from '../api/api.ts';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { Dialog } from '../shell/dialog.tsx';
import { go } from '../shell/router.ts';
import { say } from '../shell/saying.tsx';
import { TroubleNote } from '../shell/trouble-note.tsx';
import { useLoaded } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { words } from '../words/index.ts';
import { needsProof, Proof } from './proof.tsx';

/** Says what would become of each map, and deletes the account only then. */
export function DeleteDialog({ account, onClose }: { readonly account: AccountFacts; readonly onClose: () => void }) {
  const ask = useCallback((signal: AbortSignal) => call(gatewayRoutes.deletionFacts, {}, undefined, { signal }), []);
  const [loaded, again] = useLoaded(ask);
  const [typed, setProof] = useState('');
  const { isBusy, trouble, run } = useTask();
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    const body = { proof: typed === '' ? null : typed };
    const gone = await run(() => callUnsafe(gatewayRoutes.deleteAccount, {}, body));
    if (gone === null) return;
    adoptSession(gone.value);
    go('/', 'replace');
    say({ text: words.account.deleted });
  };
  return (
    <Dialog title={words.account.deleteTitle} onClose={onClose}>
      {loaded.kind === 'failed' ? <TroubleNote trouble={loaded.trouble} onRetry={again} /> : null}
      {loaded.kind === 'there' ? (
        <form className="form" onSubmit={(event) => void remove(event)}>
          <Fate facts={loaded.value} />
          <p>{words.account.deleteFinal}</p>
          <Proof account={account} value={typed} onChange={setProof} />
          {trouble === null ? null : <TroubleNote trouble={trouble} />}
          <div className="form-ways">
            <button type="submit" className="button danger-full" disabled={isBusy || needsProof(account) === 'sign-in'}>
              {words.account.deleteNow}
            </button>
            <button type="button" className="button" onClick={onClose}>
              {words.cancel}
            </button>
          </div>
        </form>
      ) : null}
    </Dialog>
  );
}

function Fate({ facts }: { readonly facts: DeletionFacts }) {
  const { deleted, handedOver, left } = facts;
  if (deleted.length + handedOver.length + left === 0) return <p>{words.account.deleteNothing}</p>;
  return (
    <>
      {deleted.length > 0 ? <Named text={words.account.deletesMaps(deleted.length)} names={deleted} /> : null}
      {handedOver.length > 0 ? (
        <Named
          text={words.account.handsOver(handedOver.length)}
          names={handedOver.map(({ title, to }) => words.account.handsOverOne(title, to))}
        />
      ) : null}
      {left > 0 ? <p>{words.account.leaves(left)}</p> : null}
    </>
  );
}

function Named({ text, names }: { readonly text: string; readonly names: readonly string[] }) {
  return (
    <div className="fate">
      <p>{text}</p>
      <ul tabIndex={0} aria-label={text}>
        {names.map((name, at) => (
          <li key={at}>{name === '' ? words.home.untitled : name}</li>
        ))}
      </ul>
    </div>
  );
}
