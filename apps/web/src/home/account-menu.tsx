import { gatewayRoutes, type PersonFacts } from '@bough/contracts';
import { CircleUser } from 'lucide-react';
import { useRef, useState } from 'react';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { Menu, MenuRow } from '../shell/menu.tsx';
import { go } from '../shell/router.ts';
import { ThemeRows } from '../shell/theme-rows.tsx';
import { SignInDialog } from '../signing-in/sign-in-dialog.tsx';
import { words } from '../words/index.ts';

/** Who is here, and what they can do about it. */
export function AccountMenu({ person }: { readonly person: PersonFacts | null }) {
  const button = useRef<HTMLButtonElement>(null);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const [isSigningIn, setSigningIn] = useState(false);
  const close = () => setMenuAt(null);
  const open = () => {
    const box = button.current?.getBoundingClientRect();
    if (box !== undefined) setMenuAt({ x: box.right, y: box.bottom + 4 });
  };
  const isSignedIn = person !== null && !person.isGuest;
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button"
        aria-haspopup="menu"
        aria-expanded={menuAt !== null}
        onClick={open}
      >
        <CircleUser size={18} strokeWidth={1.5} />
        {isSignedIn ? (person.email ?? person.name) : (person?.name ?? words.account.menu)}
      </button>
      {menuAt === null ? null : (
        <Menu at={{ ...menuAt, edge: 'end' }} label={words.account.menu} onClose={close}>
          {isSignedIn ? (
            <SignOutRows />
          ) : (
            <MenuRow onChoose={() => (close(), setSigningIn(true))}>{words.account.signIn}</MenuRow>
          )}
          <MenuRow onChoose={() => go('/outbox')}>{words.account.outbox}</MenuRow>
          <hr />
          <ThemeRows onChoose={close} />
        </Menu>
      )}
      {isSigningIn ? <SignInDialog onClose={() => setSigningIn(false)} /> : null}
    </>
  );
}

function SignOutRows() {
  const leave = async (route: typeof gatewayRoutes.signOut) => {
    const answer = await callUnsafe(route, {}, undefined);
    if (answer.ok) adoptSession(answer.value);
  };
  return (
    <>
      <MenuRow onChoose={() => void leave(gatewayRoutes.signOut)}>{words.account.signOut}</MenuRow>
      <MenuRow onChoose={() => void leave(gatewayRoutes.signOutEverywhere)}>{words.account.signOutEverywhere}</MenuRow>
    </>
  );
}
