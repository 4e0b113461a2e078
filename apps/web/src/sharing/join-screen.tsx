import { sharingRoutes } from '@bough/contracts';
import { useEffect, useState } from 'react';
import type { Trouble } from '../api/api.ts';
import { adoptSession, callUnsafe, useSession } from '../api/session.ts';
import { Notice } from '../shell/messages/notice.tsx';
import { go } from '../shell/router.ts';
import { showToast } from '../shell/messages/toast.tsx';
import { mapAddress, placeAddress } from '../shell/screen.ts';
import { SignInButton } from '../signing-in/sign-in.tsx';
import { keepWayBack } from '../signing-in/way-back.ts';
import { words } from '../words/index.ts';
import { shareWords } from '../words/screens/share-words.ts';

// One join for one secret, however often React mounts the screen.
const joining = new Map<string, Promise<Trouble | null>>();

function join(secret: string): Promise<Trouble | null> {
  const under = joining.get(secret) ?? tryJoin(secret).finally(() => joining.delete(secret));
  joining.set(secret, under);
  return under;
}

async function tryJoin(secret: string): Promise<Trouble | null> {
  const answer = await callUnsafe(sharingRoutes.joinMap, {}, { secret });
  if (!answer.ok) return answer.error;
  const { session, map, folder } = answer.value;
  adoptSession(session);
  if (map !== null) go(mapAddress(map.id), 'replace');
  else go(folder === null ? '/' : placeAddress({ kind: 'folder', folder: folder.id }), 'replace');
  return null;
}

/** Somebody opened a link or an invitation: the secret becomes a role, and leaves the address bar. */
export function JoinScreen({ secret }: { readonly secret: string }) {
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const session = useSession();
  const person = session.kind === 'known' && session.facts.person?.isGuest === false ? session.facts.person.id : null;
  useEffect(() => {
    let isHere = true;
    void join(secret).then((found) => isHere && setTrouble(found));
    return () => {
      isHere = false;
    };
    // Who has signed in meanwhile may come where a guest may not.
  }, [secret, person]);
  if (trouble === null) return <p className="unseen">{shareWords().joining}</p>;
  if (trouble.kind === 'refused' && trouble.problem.code.endsWith('/sign-in-needed')) return <SignInFirst />;
  if (trouble.kind === 'refused' && trouble.problem.kind === 'absent' && person !== null) return <Used />;
  return <Notice title={shareWords().joinTitle} text={textOf(trouble)} />;
}

function textOf(trouble: Trouble): string {
  if (trouble.kind === 'unreachable') return words.problems.offline;
  const isOver = trouble.kind === 'refused' && trouble.problem.code === 'gateway/denied';
  return isOver ? shareWords().endedLink : shareWords().joinFailed;
}

function SignInFirst() {
  // Whoever goes on to home and signs in there is brought back, too.
  useEffect(keepWayBack, []);
  return (
    <Notice title={shareWords().signInTitle} text={shareWords().signInText}>
      <SignInButton />
    </Notice>
  );
}

/** An invitation is taken up as soon as its person is here; whoever opens its mail later finds what it gave. */
function Used() {
  useEffect(() => {
    go(placeAddress({ kind: 'shared' }), 'replace');
    showToast({ text: shareWords().usedLink });
  }, []);
  return null;
}
