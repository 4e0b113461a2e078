import type { PersonFacts } from '@bough/contracts';
import { UserRound } from 'lucide-react';
import { lazy, useRef, useState } from 'react';
import { useSession } from '../api/session.ts';
import { isSignInOffered } from '../api/who-is-here.ts';
import { Face } from '../faces-of-people/face.tsx';
import { Menu, MenuRow } from '../shell/controls/menu.tsx';
import { Part } from '../shell/part.tsx';
import { go } from '../shell/router.ts';
import { ThemeRows } from '../shell/controls/theme-rows.tsx';
import { SignInDialog } from '../signing-in/sign-in.tsx';
import { words } from '../words/index.ts';
import { firstLetters } from '../words/letters.ts';
import { IconButton } from '../shell/controls/icon-button.tsx';

const SignOut = lazy(async () => ({ default: (await import('../signing-out/sign-out.tsx')).SignOut }));

/** Who is here, and what they can do about it. */
export function AccountMenu({ person }: { readonly person: PersonFacts | null }) {
  const button = useRef<HTMLButtonElement>(null);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const [isSigningIn, setSigningIn] = useState(false);
  const [leaving, setLeaving] = useState<'here' | 'everywhere' | null>(null);
  const close = () => setMenuAt(null);
  const open = () => {
    const box = button.current?.getBoundingClientRect();
    if (box !== undefined) setMenuAt({ x: box.right, y: box.bottom + 4 });
  };
  const isSignedIn = person !== null && !person.isGuest;
  const isOffered = isSignInOffered(useSession());
  const name = person === null ? words.account.menu : (person.email ?? person.name);
  return (
    <>
      {!isOffered ? null : (
        <button type="button" className="button sign-in" onClick={() => setSigningIn(true)}>
          {words.account.signIn}
        </button>
      )}
      <IconButton
        ref={button}
        className="face"
        data-hue={person?.hue ?? 'none'}
        title={name}
        name={`${words.account.menu}: ${name}`}
        aria-haspopup="menu"
        aria-expanded={menuAt !== null}
        onPress={open}
      >
        <span aria-hidden="true">
          {person === null ? (
            <UserRound size={18} strokeWidth={1.5} />
          ) : (
            <Face person={person.id} letters={firstLetters(person.name.trim(), 1).toLocaleUpperCase()} />
          )}
        </span>
      </IconButton>
      {menuAt === null ? null : (
        <Menu at={{ ...menuAt, edge: 'end' }} label={words.account.menu} onClose={close}>
          {person === null ? null : <p className="menu-name hint">{name}</p>}
          {isOffered ? <MenuRow onChoose={() => (close(), setSigningIn(true))}>{words.account.signIn}</MenuRow> : null}
          <MenuRow onChoose={() => go('/account')}>{words.account.title}</MenuRow>
          <MenuRow onChoose={() => go('/outbox')}>{words.account.outbox}</MenuRow>
          <hr />
          <ThemeRows onChoose={close} />
          {isSignedIn ? <SignOutRows onLeave={(where) => (close(), setLeaving(where))} /> : null}
        </Menu>
      )}
      {isSigningIn ? <SignInDialog onClose={() => setSigningIn(false)} /> : null}
      {leaving === null || person === null ? null : (
        <Part takesKeys onFailed={() => setLeaving(null)}>
          <SignOut person={person.id} isEverywhere={leaving === 'everywhere'} onClose={() => setLeaving(null)} />
        </Part>
      )}
    </>
  );
}

function SignOutRows({ onLeave }: { readonly onLeave: (where: 'here' | 'everywhere') => void }) {
  return (
    <>
      <hr />
      <MenuRow onChoose={() => onLeave('here')}>{words.account.signOut}</MenuRow>
      <MenuRow onChoose={() => onLeave('everywhere')}>{words.account.signOutEverywhere}</MenuRow>
    </>
  );
}
