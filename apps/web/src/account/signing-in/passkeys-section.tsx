import type { AccountFacts, PasskeyFacts } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { type FormEvent, useState } from 'react';
import { callUnsafe } from '../../api/session.ts';
import { makePasskey } from '../../passkeys/browser-passkeys.ts';
import { PasskeyNote, type PasskeyTrouble } from '../../passkeys/passkey-note.tsx';
import { PageSection } from '../../shell/page-frame.tsx';
import { showToast } from '../../shell/messages/toast.tsx';
import { TroubleNote } from '../../shell/messages/trouble-note.tsx';
import { useAnswer } from '../../shell/use-loaded.ts';
import { canUsePasskeys } from '../../signing-in/can-use-passkeys.ts';
import { words } from '../../words/index.ts';
import { passkeyWords } from '../../words/screens/passkey-words.ts';
import { PasskeyRow } from './passkey-row.tsx';
import { isUnproved, useProof } from './proof.tsx';

interface PasskeysSectionProps {
  readonly account: AccountFacts;
  readonly onChanged: () => void;
}

/** A person's passkeys: added, named, removed. */
export function PasskeysSection({ account, onChanged }: PasskeysSectionProps) {
  const [loaded, again, set] = useAnswer(gatewayRoutes.listPasskeys, {});
  const [newest, setNewest] = useState<string | null>(null);
  const passkeys = loaded.kind === 'there' ? loaded.value.passkeys : [];
  const added = (passkey: PasskeyFacts) => {
    set({ passkeys: [...passkeys, passkey] });
    setNewest(passkey.id);
    showToast({ text: passkeyWords().added });
    onChanged();
  };
  const removed = (passkey: PasskeyFacts) => {
    set({ passkeys: passkeys.filter((each) => each.id !== passkey.id) });
    showToast({ text: passkeyWords().removed });
    onChanged();
  };
  const renamed = (passkey: PasskeyFacts) =>
    set({ passkeys: passkeys.map((each) => (each.id === passkey.id ? passkey : each)) });
  return (
    <PageSection title={passkeyWords().title}>
      <p>{passkeyWords().text}</p>
      {loaded.kind === 'failed' ? <TroubleNote trouble={loaded.trouble} onRetry={again} /> : null}
      {passkeys.length === 0 ? null : (
        <ul className="rows">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              isLast={passkeys.length === 1 && !account.hasPassword && !account.hasProvider}
              // What it was called by itself may be put right at once.
              isNew={passkey.id === newest}
              onRenamed={renamed}
              onRemoved={() => removed(passkey)}
              {...{ account, passkey }}
            />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <AddPasskey account={account} onAdded={added} onStale={onChanged} />
      ) : (
        <p className="hint">{passkeyWords().noneHere}</p>
      )}
    </PageSection>
  );
}

interface AddPasskeyProps {
  readonly account: AccountFacts;
  readonly onAdded: (passkey: PasskeyFacts) => void;
  /** The session is not fresh any more: the account is to be asked for again. */
  readonly onStale: () => void;
}

/** A button; where the session is no longer fresh, a proof before it. */
function AddPasskey({ account, onAdded, onStale }: AddPasskeyProps) {
  const [isProving, setProving] = useState(false);
  const { need, proof, isHeld, fields, clear } = useProof(account);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<PasskeyTrouble | null>(null);
  const add = async () => {
    setBusy(true);
    setTrouble(null);
    const made = await addPasskey(proof);
    setBusy(false);
    if (made.kind === 'made') {
      clear();
      setProving(false);
      onAdded(made.passkey);
      return;
    }
    const isStale = typeof made.trouble !== 'string' && isUnproved(made.trouble);
    if (isStale) {
      setProving(true);
      onStale();
    }
    setTrouble(isStale ? null : made.trouble);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (need === 'nothing' || isProving) void add();
    else setProving(true);
  };
  const isAsking = isProving && need !== 'nothing';
  return (
    <form className="form" onSubmit={send}>
      {isAsking ? fields : null}
      {trouble === null ? null : <PasskeyNote trouble={trouble} />}
      <div className="form-ways">
        <button
          type="submit"
          className={isAsking ? 'button primary' : 'button outlined'}
          disabled={isBusy || (isAsking && isHeld)}
        >
          {passkeyWords().add}
        </button>
        {isAsking ? (
          <button type="button" className="button" onClick={() => setProving(false)}>
            {words.cancel}
          </button>
        ) : null}
      </div>
    </form>
  );
}

type Adding =
  | { readonly kind: 'made'; readonly passkey: PasskeyFacts }
  | { readonly kind: 'not made'; readonly trouble: PasskeyTrouble };

async function addPasskey(proof: string | null): Promise<Adding> {
  const order = await callUnsafe(gatewayRoutes.beginPasskey, {}, { proof });
  if (!order.ok) return { kind: 'not made', trouble: order.error };
  const made = await makePasskey(order.value);
  if (!made.ok) return { kind: 'not made', trouble: made.error };
  const added = await callUnsafe(gatewayRoutes.addPasskey, {}, { ...made.value, name: null });
  return added.ok ? { kind: 'made', passkey: added.value } : { kind: 'not made', trouble: added.error };
}
