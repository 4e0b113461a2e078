import type { Place } from '../../shell/screen.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import { useAtHome } from '../at-home.ts';
import { isWithoutServer } from '../library/library-state.ts';

/** A place without maps says what it is for, or, while no server answers, why it has none. */
export function EmptyPlace({ place }: { readonly place: Place }) {
  const { state } = useAtHome();
  const text = isWithoutServer(state)
    ? homeWords().emptyAway
    : place.kind === 'all'
      ? null
      : homeWords().emptyPlace[place.kind];
  if (text === null) return null;
  return (
    <div className="empty-place">
      <Bud />
      <p className="quiet">{text}</p>
    </div>
  );
}

/** A bare twig: nothing grows here yet. */
function Bud() {
  return (
    <svg width="112" height="60" viewBox="0 0 112 60" fill="none" strokeLinecap="round" aria-hidden="true">
      <path d="M6 46C36 46 44 30 68 30" stroke="var(--ink)" strokeOpacity="0.22" strokeWidth="4" />
      <path d="M68 30C86 30 90 16 106 14" stroke="var(--ink)" strokeOpacity="0.22" strokeWidth="2.5" />
      <path d="M44 38C62 42 68 50 88 50" stroke="var(--ink)" strokeOpacity="0.14" strokeWidth="2" />
    </svg>
  );
}
