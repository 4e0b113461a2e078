import type { MapId } from '@bough/base';
import { everydayRoutes } from '@bough/contracts';
import type { EditorSnapshot } from '@bough/editor';
import { callUnsafe } from '../api/session.ts';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { Notice } from '../shell/messages/notice.tsx';
import { words } from '../words/index.ts';
import { AskForAccess } from '../sharing/ask-for-access.tsx';
import { SignInButton } from '../signing-in/sign-in.tsx';
import { askWords } from '../words/screens/ask-words.ts';
import { noticeWords } from '../words/screens/notice-words.ts';
import { useLetInAgain } from './let-in-again.ts';

const IN_TRASH = { show: 'trash', folder: null, tag: null, sort: null, cursor: null, limit: null } as const;

interface ClosedScreenProps {
  readonly map: MapId;
  /** null: nobody is here who could have access to a map, whether there is one or not. */
  readonly snapshot: EditorSnapshot | null;
}

/** The map takes no more work: why, what was saved, and what to do. */
export function ClosedScreen({ map, snapshot }: ClosedScreenProps) {
  return snapshot === null ? <StrangerScreen /> : <Ended {...{ map, snapshot }} />;
}

interface EndedProps {
  readonly map: MapId;
  readonly snapshot: EditorSnapshot;
}

function Ended({ map, snapshot: { status, role, items } }: EndedProps) {
  const [trash] = useAnswer(everydayRoutes.listMaps, IN_TRASH);
  useLetInAgain(map);
  // To everybody else a map in the trash is as good as gone: the server does not say which.
  if (trash.kind === 'loading') return null;
  if (trash.kind === 'there' && trash.value.maps.some(({ id }) => id === map)) return <InTrash map={map} />;
  // The map was open here before.
  if (role !== null || items > 0) {
    const unsent = 'unsent' in status ? status.unsent : 0;
    return (
      <Notice title={noticeWords().endedTitle} text={noticeWords().endedText(unsent)}>
        <AskForAccess map={map} />
      </Notice>
    );
  }
  // Of a map that there is not the same is said as of one that somebody may not open.
  return (
    <Notice title={askWords().title} text={askWords().text}>
      <AskForAccess map={map} />
    </Notice>
  );
}

function StrangerScreen() {
  return (
    <Notice title={askWords().title} text={askWords().strangerText}>
      <SignInButton />
    </Notice>
  );
}

function InTrash({ map }: { readonly map: MapId }) {
  const { isBusy, trouble, run } = useTask();
  const restore = async () => {
    const restored = await run(() => callUnsafe(everydayRoutes.restoreMap, { map }, undefined));
    if (restored !== null) location.reload();
  };
  return (
    <Notice title={noticeWords().trashTitle} text={noticeWords().trashText}>
      <button type="button" className="button primary" disabled={isBusy} onClick={() => void restore()}>
        {noticeWords().restore}
      </button>
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
    </Notice>
  );
}
