import type { EditorSnapshot, MapStatus } from '@bough/editor';
import { words } from '../../words/index.ts';

interface StatusTextProps {
  readonly status: MapStatus;
  readonly role: EditorSnapshot['role'];
}

/** How safe the work is, truthfully and quietly: that all is well is read, and not said aloud with each letter. */
export function StatusText({ status, role }: StatusTextProps) {
  const reading = role === 'view' ? words.map.viewOnly : role === 'comment' ? words.map.mayComment : null;
  return (
    <span className={`map-status cut ${status.kind}`} role="status" aria-live={isWell(status) ? 'off' : 'polite'}>
      {reading !== null && status.kind === 'saved' ? reading : say(status)}
    </span>
  );
}

function isWell({ kind }: MapStatus): boolean {
  return kind === 'opening' || kind === 'saving' || kind === 'saved';
}

function say(status: MapStatus): string {
  switch (status.kind) {
    case 'opening':
    case 'closed':
      return '';
    case 'saved':
      return words.map.saved;
    case 'saving':
      return words.map.saving;
    case 'outdated':
      return words.map.outdated(status.unsent);
    case 'full':
      return words.map.full(status.unsent);
    case 'offline':
      return words.map.offline(status.unsent);
  }
}
