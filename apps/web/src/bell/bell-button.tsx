import { Bell } from 'lucide-react';
import { lazy, useRef, useState, useSyncExternalStore } from 'react';
import { IconButton } from '../shell/controls/icon-button.tsx';
import { Part } from '../shell/part.tsx';
import { bellWords } from '../words/screens/bell-words.ts';
import { bellState, lookAtBell, watchBell } from './bell-store.ts';
import './bell.css';

const BellList = lazy(async () => ({ default: (await import('./bell-list.tsx')).BellList }));

const COUNTED_MOST = 99;

/** The bell: how much is unread, and the list of it when it is pressed. */
export function BellButton() {
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
        <Part onFailed={() => setAt(null)}>
          <BellList {...{ at, entries, isAway }} onClose={() => setAt(null)} />
        </Part>
      )}
    </>
  );
}
