import { gatewayRoutes } from '@bough/contracts';
import { useEffect, useState } from 'react';
import type { Trouble } from '../api/api.ts';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { Notice } from '../shell/notice.tsx';
import { go } from '../shell/router.ts';
import { mapAddress } from '../shell/screen.ts';
import { words } from '../words/index.ts';

// One join for one secret, however often React mounts the screen.
const joining = new Map<string, Promise<Trouble | null>>();

function join(secret: string): Promise<Trouble | null> {
  const under = joining.get(secret) ?? tryJoin(secret).finally(() => joining.delete(secret));
  joining.set(secret, under);
  return under;
}

async function tryJoin(secret: string): Promise<Trouble | null> {
  const answer = await callUnsafe(gatewayRoutes.joinMap, {}, { secret });
  if (!answer.ok) return answer.error;
  adoptSession(answer.value.session);
  go(answer.value.map === null ? '/' : mapAddress(answer.value.map.id), 'replace');
  return null;
}

/** Somebody opened a share link: the secret becomes a role on the map, and leaves the address bar. */
export function JoinScreen({ secret }: { readonly secret: string }) {
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useEffect(() => {
    let isHere = true;
    void join(secret).then((found) => isHere && setTrouble(found));
    return () => {
      isHere = false;
    };
  }, [secret]);
  if (trouble === null) return <p className="unseen">{words.share.joining}</p>;
  const text = trouble.kind === 'unreachable' ? words.problems.offline : words.share.joinFailed;
  return <Notice title={words.map.deniedTitle} text={text} />;
}
