import type { PasskeyAnswer } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { useEffect, useRef, useState } from 'react';
import { callUnsafe } from '../api/session.ts';
import { passkeyWords } from '../words/screens/passkey-words.ts';
import { answerByPasskey, bringAnswer } from './answer-by-passkey.ts';
import { areOfferedInFields, askPasskey } from './browser-passkeys.ts';
import { PasskeyButton } from './passkey-button.tsx';
import type { PasskeyTrouble } from './passkey-note.tsx';

/** A question is put anew so long before it ends: nobody should choose a passkey and come too late. */
const BEFORE_END_MS = 60_000;

/** Signing in with a passkey: by a button, and, where the browser can, among what it offers to fill in. */
export function PasskeyWay({ onDone }: { readonly onDone: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<PasskeyTrouble | null>(null);
  // Offers begin again after each try by the button, which ends them: a browser asks one thing at a time.
  const [round, setRound] = useState(0);
  const offer = useRef<AbortController | null>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const leaving = new AbortController();
    offer.current = leaving;
    const confirm = async (answer: PasskeyAnswer) => {
      const found = await bringAnswer('sign-in', answer);
      if (leaving.signal.aborted) return true;
      setTrouble(found);
      if (found === null) done.current();
      return found === null;
    };
    void offerInFields(leaving.signal, confirm);
    return () => leaving.abort();
  }, [round]);
  const press = async () => {
    offer.current?.abort();
    setBusy(true);
    setTrouble(null);
    const found = await answerByPasskey('sign-in');
    setBusy(false);
    setTrouble(found);
    if (found === null) onDone();
    else setRound((before) => before + 1);
  };
  return <PasskeyButton text={passkeyWords().signIn} isWide onPress={() => void press()} {...{ isBusy, trouble }} />;
}

/** Offers passkeys in the fields until the signal aborts or one lets in. Whatever goes wrong is not told: nobody asked for it. */
async function offerInFields(
  leaving: AbortSignal,
  confirm: (answer: PasskeyAnswer) => Promise<boolean>,
): Promise<void> {
  if (!(await areOfferedInFields())) return;
  let isOver = false;
  while (!isOver && !leaving.aborted) {
    const asked = await callUnsafe(gatewayRoutes.beginPasskeySignIn, {}, undefined);
    if (!asked.ok || leaving.aborted) return;
    const tooOld = AbortSignal.timeout(Math.max(BEFORE_END_MS, asked.value.lifeMs - BEFORE_END_MS));
    const signal = AbortSignal.any([leaving, tooOld]);
    const answer = await askPasskey(asked.value, { signal, isAmongFields: true });
    if (answer.ok) isOver = await confirm(answer.value);
    else isOver = !tooOld.aborted;
  }
}
