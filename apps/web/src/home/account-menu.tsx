import { gatewayRoutes, type PersonFacts } from '@bough/contracts';
import { useRef, useState } from 'react';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { Menu, MenuRow } from '../shell/menu.tsx';
import { go } from '../shell/router.ts';
import { ThemeRows } from '../shell/theme-rows.tsx';
import { SignInDialog } from '../signing-in/sign-in-dialog.tsx';
import { words } from '../words/index.ts';
import { firstLetters } from '../words/letters.ts';

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
  const name = person === null ? words.account.menu : (person.email ?? person.name);
  return (
    <>
      {isSignedIn ? null : (
        <button type="button" className="button sign-in" onClick={() => setSigningIn(true)}>
          {words.account.signIn}
        </button>
      )}
      <button
        ref={button}
        type="button"
        className="button icon face"
        data-hue={person?.hue ?? 'none'}
        title={name}
        aria-label={`${words.account.menu}: ${name}`}
        aria-haspopup="menu"
        aria-expanded={menuAt !== null}
        onClick={open}
      >
        <span aria-hidden="true">{faceOf(person)}</span>
      </button>
      {menuAt === null ? null : (
        <Menu at={{ ...menuAt, edge: 'end' }} label={words.account.menu} onClose={close}>
          {person === null ? null : <p className="menu-name hint">{name}</p>}
          {isSignedIn ? null : <MenuRow onChoose={() => (close(), setSigningIn(true))}>{words.account.signIn}</MenuRow>}
          <MenuRow onChoose={() => go('/account')}>{words.account.title}</MenuRow>
          <MenuRow onChoose={() => go('/outbox')}>{words.account.outbox}</MenuRow>
          <hr />
          <ThemeRows onChoose={close} />
          {isSignedIn ? <SignOutRows /> : null}
        </Menu>
      )}
      {isSigningIn ? <SignInDialog onClose={() => setSigningIn(false)} /> : null}
    </>
  );
}

function faceOf(person: PersonFacts | null): string {
  return person === null ? '' : firstLetters(person.name.trim(), 1).toLocaleUpperCase();
}

function SignOutRows() {
  const leave = async (route: typeof gatewayRoutes.signOut) => {
    const answer = await callUnsafe(route, {}, undefined);
    if (answer.ok) adoptSession(answer.value);
  };
  return (
    <>
      <hr />
      <MenuRow onChoose={() => void leave(gatewayRoutes.signOut)}>{words.account.signOut}</MenuRow>
      <MenuRow onChoose={() => void leave(gatewayRoutes.signOutEverywhere)}>{words.account.signOutEverywhere}</MenuRow>
    </>
  );
}
