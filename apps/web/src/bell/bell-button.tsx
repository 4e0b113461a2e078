import type { MapId } from '@bough/base';
import { Bell } from 'lucide-react';
import { lazy, useRef, useState, useSyncExternalStore } from 'react';
import { IconButton } from '../shell/controls/icon-button.tsx';
import { Part } from '../shell/part.tsx';
import { bellWords } from '../words/screens/bell-words.ts';
import { useAsking } from './asking.ts';
import { bellState, lookAtBell, watchBell } from './bell-store.ts';
import './bell.css';

const BellList = lazy(async () => ({ default: (await import('./bell-list.tsx')).BellList }));

const COUNTED_MOST = 99;

/** The bell: how much is unread, and the list of it when it is pressed. Over a map it also says who asks to be let in. */
export function BellButton({ map }: { readonly map?: MapId }) {
  const { entries, isAway } = useSyncExternalStore(watchBell, bellState);
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const unread = entries?.filter(({ isRead }) => !isRead).length ?? 0;
  const open = () => {
    const box = button.current?.getBoundingClientRect();
    lookAtBell();
    if (box !== undefined) setAt({ x: box.right, y: box.bottom + 4 });
  };
  return (
    <>
      {map === undefined ? null : <AskingMark map={map} />}
      <IconButton
        ref={button}
        className="bell"
        name={bellWords().bell(unread)}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onPress={open}
      >
        <Bell size={20} strokeWidth={1.5} aria-hidden="true" />
        {unread === 0 ? null : (
          <span className="bell-count" aria-hidden="true">
            {unread > COUNTED_MOST ? `${COUNTED_MOST}+` : unread}
          </span>
        )}
      </IconButton>
      {at === null ? null : (
        <Part takesKeys onFailed={() => setAt(null)}>
          <BellList {...{ at, entries, isAway }} onClose={() => setAt(null)} />
        </Part>
      )}
    </>
  );
}

/** Over the button beside the bell that opens who may open the map, and what that is described by: somebody asks to be let in. */
function AskingMark({ map }: { readonly map: MapId }) {
  const asking = useAsking(map);
  if (asking === 0) return null;
  const said = bellWords().asking(asking);
  return (
    <span id="asking" className="asking-mark" title={said}>
      <span className="unseen">{said}</span>
    </span>
  );
}
