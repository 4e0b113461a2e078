import { SPEEDS } from './speeds.ts';
import type { Play } from './use-play.ts';

/** What is typed into, or pressed with the space bar. */
const OTHERS = 'button, select, textarea, input:not([type=range])';

/** The space bar plays and stops, plus and minus make it faster and slower. */
export function playKey(
  { turn, speed, setSpeed }: Play,
  event: Pick<KeyboardEvent, 'key' | 'preventDefault' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
    readonly target: EventTarget | null;
  },
): void {
  const isElsewhere = event.target instanceof Element && event.target.closest(OTHERS) !== null;
  if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
  const by = event.key === '+' ? 1 : event.key === '-' ? -1 : 0;
  if (event.key === ' ') turn();
  else if (by !== 0) setSpeed(SPEEDS[SPEEDS.indexOf(speed) + by] ?? speed);
  else return;
  event.preventDefault();
}
