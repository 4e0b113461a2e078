import { useState } from 'react';
import { passkeyWords } from '../words/screens/passkey-words.ts';
import { answerByPasskey } from './answer-by-passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';
import type { PasskeyTrouble } from './passkey-note.tsx';

/** A button that proves the session for another hour. */
export function ProveByPasskey({ onProved }: { readonly onProved: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<PasskeyTrouble | null>(null);
  const press = async () => {
    setBusy(true);
    const found = await answerByPasskey('proof');
    setBusy(false);
    setTrouble(found);
    if (found === null) onProved();
  };
  return <PasskeyButton text={passkeyWords().prove} onPress={() => void press()} {...{ isBusy, trouble }} />;
}
