import type { BellEntry } from '@bough/contracts';
import { CheckCheck } from 'lucide-react';
import { Face } from '../faces-of-people/face.tsx';
import { Menu, MenuRow } from '../shell/controls/menu.tsx';
import { go } from '../shell/router.ts';
import { language, words } from '../words/index.ts';
import { firstLetters } from '../words/letters.ts';
import { bellWords } from '../words/screens/bell-words.ts';
import { sayWhen } from '../words/when.ts';
import { placeOf } from './bell-place.ts';
import { markRead } from './bell-store.ts';

interface BellListProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly entries: readonly BellEntry[] | null;
  readonly isAway: boolean;
  readonly onClose: () => void;
}

/** What others did, newest first, each with who, where and when; pressed, it leads there and is read. */
export function BellList({ at, entries, isAway, onClose }: BellListProps) {
  const said = bellWords();
  const unread = entries?.filter(({ isRead }) => !isRead).map(({ id }) => id) ?? [];
  return (
    <Menu at={{ ...at, edge: 'end' }} label={said.title} onClose={onClose}>
      <div className="bell-list" role="presentation">
        {isAway ? <p className="bell-empty hint">{said.away}</p> : null}
        {entries === null && !isAway ? <p className="bell-empty hint">{words.loading}</p> : null}
        {entries?.length === 0 ? <p className="bell-empty hint">{said.empty}</p> : null}
        {entries?.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onClose={onClose} />
        ))}
        {unread.length === 0 ? null : (
          <>
            <hr />
            <MenuRow
              icon={<CheckCheck size={18} strokeWidth={1.5} aria-hidden="true" />}
              onChoose={() => void markRead(unread)}
            >
              <span className="hint">{said.readAll}</span>
            </MenuRow>
          </>
        )}
      </div>
    </Menu>
  );
}

function EntryRow({ entry, onClose }: { readonly entry: BellEntry; readonly onClose: () => void }) {
  const said = bellWords();
  const { id, kind, by, at, isRead, place } = entry;
  const who = by?.name.trim() === '' ? said.somebody : (by?.name ?? said.somebody);
  const title = entry.title === '' ? words.untitled : entry.title;
  const isPart = kind === 'restored' && place !== null;
  const lead = () => {
    onClose();
    if (!isRead) void markRead([id]);
    leadTo(placeOf(entry));
  };
  return (
    <MenuRow
      icon={
        <span className="face-dot" data-hue={by?.hue ?? 'none'} aria-hidden="true">
          <Face person={by?.id ?? null} letters={firstLetters(who, 1).toLocaleUpperCase()} />
        </span>
      }
      onChoose={lead}
    >
      <span className="bell-words" data-unread={!isRead}>
        <span>{isPart ? said.restoredPart(who, title) : said.told[kind](who, title)}</span>
        <span className="hint">
          {sayWhen(at, Date.now(), language)}
          {isRead ? null : <span className="unseen">, {said.unread}</span>}
        </span>
      </span>
    </MenuRow>
  );
}

/** Goes there; a place that the address bar names already is gone to anew. */
function leadTo(address: string): void {
  if (location.pathname + location.hash !== address || location.hash === '') return go(address);
  go(location.pathname, 'replace');
  setTimeout(() => go(address, 'replace'));
}
