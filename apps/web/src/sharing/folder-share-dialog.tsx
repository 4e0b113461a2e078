import { type FolderFacts, folderRoutes } from '@bough/contracts';
import { Dialog } from '../shell/messages/dialog.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { shareWords } from '../words/screens/share-words.ts';
import { PeoplePart } from './people-part.tsx';
import './share.css';

interface FolderShareDialogProps {
  readonly folder: FolderFacts;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

/** Who is in a folder, and may open what lies there. */
export function FolderShareDialog({ folder, ...closing }: FolderShareDialogProps) {
  const { id } = folder;
  const [loaded, again] = useAnswer(folderRoutes.folderSharing, { folder: id });
  return (
    <Dialog title={shareWords().folderTitle(folder.name)} {...closing}>
      <p className="quiet">{shareWords().folderText}</p>
      {loaded.kind === 'failed' ? (
        <TroubleNote trouble={loaded.trouble} what={shareWords().failed} onRetry={again} />
      ) : null}
      {loaded.kind === 'there' ? (
        <PeoplePart
          of={{ kind: 'folder', folder: id }}
          members={loaded.value.members}
          invitations={loaded.value.invitations}
          onChanged={again}
        />
      ) : null}
    </Dialog>
  );
}
