import type { Trouble } from '../api/api.ts';
import { sayTrouble } from '../shell/messages/trouble-note.tsx';
import { passkeyWords } from '../words/screens/passkey-words.ts';
import type { BrowserRefusal } from './browser-passkeys.ts';

/** Why nothing came of a passkey: the browser, or the server. */
export type PasskeyTrouble = BrowserRefusal | Trouble;

/** Says so, in one sentence. */
export function PasskeyNote({ trouble }: { readonly trouble: PasskeyTrouble }) {
  return (
    <div className="trouble-note" role="alert">
      <p>{sayPasskeyTrouble(trouble)}</p>
    </div>
  );
}

function sayPasskeyTrouble(trouble: PasskeyTrouble): string {
  if (typeof trouble === 'string') return passkeyWords().refusals[trouble];
  const code = trouble.kind === 'refused' ? trouble.problem.code.replace(/^.*\//, '') : '';
  return passkeyWords().byCode[code] ?? sayTrouble(trouble);
}
