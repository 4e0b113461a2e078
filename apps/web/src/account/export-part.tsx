import type { AccountFacts } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { addressOf } from '../api/api.ts';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { Dialog } from '../shell/messages/dialog.tsx';
import { download } from '../shell/download.ts';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { accountPageWords } from '../words/screens/account-page-words.ts';
import { words } from '../words/index.ts';
import { isUnproved, useProof } from './signing-in/proof.tsx';

/** Downloads everything, after a proof where the session is no longer fresh. */
export function ExportPart({ account }: { readonly account: AccountFacts }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, trouble, run } = useTask();
  const take = async (proof: string | null) => {
    const proved = await run(async () => {
      const answer = await callUnsafe(gatewayRoutes.prove, {}, { proof });
      if (!answer.ok && isUnproved(answer.error)) setAsking(true);
      return answer;
    });
    if (proved === null) return;
    adoptSession(proved.value);
    setAsking(false);
    download(addressOf(gatewayRoutes.exportAccount, {}));
  };
  return (
    <>
      <button type="button" className="button outlined" disabled={isBusy} onClick={() => void take(null)}>
        <Download size={18} strokeWidth={1.5} aria-hidden="true" />
        {accountPageWords().exportAll}
      </button>
      {trouble === null || isAsking ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
      {isAsking ? (
        <Dialog title={accountPageWords().exportAll} onClose={() => setAsking(false)}>
          {trouble === null || isUnproved(trouble) ? null : <TroubleNote trouble={trouble} />}
          <ProofForm account={{ ...account, isFresh: false }} isBusy={isBusy} onProof={(proof) => void take(proof)} />
        </Dialog>
      ) : null}
    </>
  );
}

interface ProofFormProps {
  readonly account: AccountFacts;
  readonly isBusy: boolean;
  readonly onProof: (proof: string | null) => void;
}

function ProofForm({ account, isBusy, onProof }: ProofFormProps) {
  const { need, proof, fields } = useProof(account, () => onProof(null));
  const send = (event: FormEvent) => {
    event.preventDefault();
    onProof(proof);
  };
  return (
    <form className="form" onSubmit={send}>
      <p>{accountPageWords().exportText}</p>
      {fields}
      {need === 'password' ? (
        <div className="form-ways">
          <button type="submit" className="button primary" disabled={isBusy || proof === null}>
            {accountPageWords().exportAll}
          </button>
        </div>
      ) : null}
    </form>
  );
}
