import type { MapId, PersonId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { ChevronLeft, Ellipsis, Share2 } from 'lucide-react';
import { lazy, useEffect, useRef, useState } from 'react';
import { LocalLink } from '../../shell/controls/local-link.tsx';
import { Part } from '../../shell/part.tsx';
import { words } from '../../words/index.ts';
import { StatusText } from './status-text.tsx';
import { TitleField } from './title-field.tsx';
import { canEdit } from '../role.ts';
import { IconButton } from '../../shell/controls/icon-button.tsx';

// Fetched when somebody else is here, when somebody shares, or opens the menu: nobody needs them to think.
const People = lazy(async () => ({ default: (await import('./people.tsx')).People }));
const ShareDialog = lazy(async () => ({ default: (await import('../../sharing/share-dialog.tsx')).ShareDialog }));
const BellButton = lazy(async () => ({ default: (await import('../../bell/bell-button.tsx')).BellButton }));
const MoreMenu = lazy(async () => ({ default: (await import('./more-menu.tsx')).MoreMenu }));

interface MapHeadProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly map: MapId;
  readonly person: PersonId;
  /** Whether the address asks who may open the map. */
  readonly isShareAsked: boolean;
  readonly onShareOpened: () => void;
}

/** Top left: home, the name, how safe the work is. Top right: who is here, sharing, more. */
export function MapHead(props: MapHeadProps) {
  const { editor, snapshot, map, person, isShareAsked, onShareOpened } = props;
  const moreButton = useRef<HTMLButtonElement>(null);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const [dialog, setDialog] = useState<'none' | 'share'>('none');
  useEffect(() => {
    if (!isShareAsked) return;
    setDialog('share');
    onShareOpened();
  }, [isShareAsked, onShareOpened]);
  const dialogProps = { onClose: () => setDialog('none'), onClosed: () => editor.focus() };
  const openMore = () => {
    const box = moreButton.current?.getBoundingClientRect();
    if (box !== undefined) setMenuAt({ x: box.right, y: box.bottom + 4 });
  };
  return (
    <header className="map-head">
      <div className="map-head-side">
        <LocalLink to="/" className="button icon" label={words.map.home}>
          <ChevronLeft size={20} strokeWidth={1.5} />
        </LocalLink>
        <TitleField editor={editor} title={snapshot.title} isFixed={!canEdit(snapshot)} />
        <StatusText status={snapshot.status} role={snapshot.role} />
      </div>
      <div className="map-head-side">
        {snapshot.people.length === 0 ? null : (
          <Part onFailed={() => undefined}>
            <People editor={editor} snapshot={snapshot} />
          </Part>
        )}
        {snapshot.role === null ? null : <ShareButton onPress={() => setDialog('share')} />}
        <BellPlace map={map} />
        <IconButton
          ref={moreButton}
          name={words.map.more}
          aria-haspopup="menu"
          aria-expanded={menuAt !== null}
          onPress={openMore}
        >
          <Ellipsis size={20} strokeWidth={1.5} />
        </IconButton>
      </div>
      {menuAt === null ? null : (
        <Part takesKeys onFailed={() => setMenuAt(null)}>
          <MoreMenu {...{ editor, map, person }} at={menuAt} onClose={() => setMenuAt(null)} />
        </Part>
      )}
      {dialog === 'share' ? (
        <Part takesKeys onFailed={dialogProps.onClose}>
          <ShareDialog map={map} isOwner={snapshot.role === 'own'} {...dialogProps} />
        </Part>
      ) : null}
    </header>
  );
}

/** Somebody may ask to be let in: then the bell's mark beside it describes it. */
function ShareButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <button type="button" className="button" aria-label={words.map.share} aria-describedby="asking" onClick={onPress}>
      <Share2 size={18} strokeWidth={1.5} />
      <span className="wide-only">{words.map.share}</span>
    </button>
  );
}

/** The map comes first: what others did is asked for a while later. */
const BELL_MS = 1_500;

/** The bell, in a place that is kept for it. */
function BellPlace({ map }: { readonly map: MapId }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), BELL_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span className="bell-place">
      {isDue ? (
        <Part onFailed={() => undefined}>
          <BellButton map={map} />
        </Part>
      ) : null}
    </span>
  );
}
