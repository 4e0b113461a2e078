import { gatewayRoutes } from '@bough/contracts';
import { useState } from 'react';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { Notice } from '../shell/notice.tsx';
import { go } from '../shell/router.ts';
import { words } from '../words/index.ts';

/** Somebody opened a sign-in link. Opening changes nothing (mail scanners open links too); the button does. */
export function ConfirmScreen({ secret }: { readonly secret: string }) {
  const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking');
  const confirm = async () => {
    setState('busy');
    const answer = await callUnsafe(gatewayRoutes.confirmSignIn, {}, { secret });
    if (!answer.ok) return setState('failed');
    adoptSession(answer.value);
    go('/', 'replace');
  };
  if (state === 'failed') return <Notice title={words.account.confirmTitle} text={words.account.confirmFailed} />;
  return (
    <Notice title={words.account.confirmTitle} text={words.account.confirmText}>
      <button type="button" className="button primary" disabled={state === 'busy'} onClick={() => void confirm()}>
        {words.account.confirm}
      </button>
    </Notice>
  );
}
