import { lazy } from 'react';
import { useLanguage, words } from '../words/index.ts';
import { Notice } from './messages/notice.tsx';
import { Part } from './part.tsx';
import { useAddress } from './router.ts';
import { Toaster } from './messages/toast.tsx';
import { type Screen, screenOf } from './screen.ts';

// The editor is most of the page's code, and home does not need it; the others are seldom wanted.
const HomeScreen = lazy(async () => ({ default: (await import('../home/home-screen.tsx')).HomeScreen }));
const MapScreen = lazy(async () => {
  const code = import('../map/map-screen.tsx');
  // Without it nobody takes over what was painted before (map/first-picture.ts), and what is said of it would be under that.
  code.catch(() => document.querySelector('.map-begun')?.remove());
  return { default: (await code).MapScreen };
});
const AccountScreen = lazy(async () => ({ default: (await import('../account/account-screen.tsx')).AccountScreen }));
const PublicScreen = lazy(async () => ({ default: (await import('../public/public-screen.tsx')).PublicScreen }));
const OutboxScreen = lazy(async () => ({ default: (await import('../outbox/outbox-screen.tsx')).OutboxScreen }));

const JoinScreen = lazy(async () => ({ default: (await import('../sharing/join-screen.tsx')).JoinScreen }));
const ResetScreen = lazy(async () => ({ default: (await import('../signing-in/reset-screen.tsx')).ResetScreen }));
const coding = () => import('../signing-in/code-screen.tsx');
const CodeScreen = lazy(async () => ({ default: (await coding()).CodeScreen }));
const NotMeScreen = lazy(async () => ({ default: (await coding()).NotMeScreen }));
const confirming = () => import('../signing-in/confirm-screen.tsx');
const EmailScreen = lazy(async () => ({ default: (await confirming()).EmailScreen }));
const OwnerScreen = lazy(async () => ({ default: (await confirming()).OwnerScreen }));
const ProviderScreen = lazy(async () => ({ default: (await confirming()).ProviderScreen }));
const SignInScreen = lazy(async () => ({ default: (await confirming()).SignInScreen }));

/** The whole page: one screen at a time, named by the address, in the chosen language. */
export function App() {
  const screen = screenOf(useAddress());
  return (
    <Part key={useLanguage()}>
      {show(screen)}
      <Toaster />
    </Part>
  );
}

function show(screen: Screen) {
  switch (screen.kind) {
    case 'home':
      return <HomeScreen place={screen.place} query={screen.query} />;
    case 'map':
      return <MapScreen key={screen.map} map={screen.map} at={screen.at} opens={screen.opens} />;
    case 'join':
      return <JoinScreen secret={screen.secret} />;
    case 'sign-in':
      return <SignInScreen secret={screen.secret} />;
    case 'code':
      return <CodeScreen />;
    case 'not-me':
      return <NotMeScreen secret={screen.secret} />;
    case 'reset':
      return <ResetScreen secret={screen.secret} />;
    case 'email':
      return <EmailScreen secret={screen.secret} />;
    case 'owner':
      return <OwnerScreen secret={screen.secret} />;
    case 'provider':
      return <ProviderScreen provider={screen.provider} answer={screen.answer} />;
    case 'account':
      return <AccountScreen />;
    case 'outbox':
      return <OutboxScreen />;
    case 'public':
      return <PublicScreen key={screen.map} map={screen.map} />;
    case 'nowhere':
      return <Notice {...words.nowhere} />;
  }
}
