import type { MapId } from '@bough/base';
import { sharingRoutes } from '@bough/contracts';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { shareWords } from '../words/screens/share-words.ts';
import { SheetDialog } from './group-sheet.tsx';
import { PeoplePart } from './people-part.tsx';
import { TransferOffer } from './transfer-part.tsx';
import { WatchPart } from './watch-part.tsx';

interface MembersDialogProps {
  readonly map: MapId;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

/** Who has access to the map, for those who cannot change it; editors invite others where its owners let them. */
export function MembersDialog({ map, ...closing }: MembersDialogProps) {
  const [loaded, again] = useAnswer(sharingRoutes.mapMembers, { map });
  return (
    <SheetDialog title={shareWords().membersTitle} onChanged={again} {...closing}>
      {(sheet) => (
        <>
          {loaded.kind === 'failed' ? (
            <TroubleNote trouble={loaded.trouble} what={shareWords().failed} onRetry={again} />
          ) : null}
          <div className="members-part">
            {loaded.kind === 'there' ? (
              <>
                <TransferOffer map={map} askedBy={loaded.value.askedBy} onChanged={again} />
                <PeoplePart
                  of={{ kind: 'map', map }}
                  members={loaded.value.members}
                  invitations={loaded.value.invitations}
                  groups={loaded.value.groups}
                  sheet={sheet}
                  mayInvite={loaded.value.mayInvite}
                  isManaged={false}
                  onChanged={again}
                >
                  <p className="hint">{shareWords().onlyOwners}</p>
                </PeoplePart>
                <WatchPart map={map} />
              </>
            ) : null}
          </div>
        </>
      )}
    </SheetDialog>
  );
}
