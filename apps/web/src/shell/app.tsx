import { lazy, Suspense } from 'react';
import { HomeScreen } from '../home/home-screen.tsx';
import { OutboxScreen } from '../outbox/outbox-screen.tsx';
import { JoinScreen } from '../sharing/join-screen.tsx';
import { ConfirmScreen } from '../signing-in/confirm-screen.tsx';
import { words } from '../words/index.ts';
import { Notice } from './notice.tsx';
import { useAddress } from './router.ts';
import { type Screen, screenOf } from './screen.ts';

// The editor is most of the page's code, and home does not need it.
const MapScreen = lazy(async () => ({ default: (await import('../map/map-screen.tsx')).MapScreen }));

/** The whole page: one screen at a time, named by the address. */
export function App() {
  const address = useAddress();
  const [path = '/', fragment = ''] = address.split('#');
  return <Suspense fallback={null}>{show(screenOf(path, fragment))}</Suspense>;
}

function show(screen: Screen) {
  switch (screen.kind) {
    case 'home':
      return <HomeScreen />;
    case 'map':
      return <MapScreen key={screen.map} map={screen.map} />;
    case 'join':
      return <JoinScreen secret={screen.secret} />;
    case 'sign-in':
      return <ConfirmScreen secret={screen.secret} />;
    case 'outbox':
      return <OutboxScreen />;
    case 'nowhere':
      return <Notice title={words.map.absentTitle} text={words.map.absentText} />;
  }
}
