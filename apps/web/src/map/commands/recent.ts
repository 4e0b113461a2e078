import type { CommandId } from '@bough/editor';
import { keep, readKept } from '../../shell/kept.ts';

const KEY = 'bough.recent-commands';
const MOST = 6;

/** The command was chosen in the palette: next time it stands first. */
export function noteRecent(id: CommandId): void {
  const ids = [id, ...recent().filter((one) => one !== id)].slice(0, MOST);
  keep(KEY, ids.join(' '));
}

/** Those that were chosen last first, the rest as it was. */
export function recentFirst<T>(all: readonly T[], idOf: (one: T) => string): readonly T[] {
  const ids = recent();
  const first = ids.flatMap((id) => all.filter((one) => idOf(one) === id));
  return [...first, ...all.filter((one) => !first.includes(one))];
}

function recent(): readonly string[] {
  return (readKept(KEY) ?? '').split(' ').filter(Boolean);
}
