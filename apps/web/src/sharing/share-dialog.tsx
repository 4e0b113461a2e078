import type { MapId } from '@bough/base';
import { type Sharing, sharingRoutes } from '@bough/contracts';
import { useState } from 'react';
import { Segments } from '../shell/controls/segments.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { shareWords } from '../words/screens/share-words.ts';
import { AsksPart } from './asks-part.tsx';
import { CopyLink } from './copy-link.tsx';
import { EditorsInvite } from './editors-invite.tsx';
import { type GroupSheet, SheetDialog } from './group-sheet.tsx';
import { LinksPart } from './links-part.tsx';
import { MembersDialog } from './members-dialog.tsx';
import { PeoplePart } from './people-part.tsx';
import { PublicPart } from './public-part.tsx';
import { TransferPart } from './transfer-part.tsx';
import { WatchPart } from './watch-part.tsx';
import './share.css';

interface ShareDialogProps {
  readonly map: MapId;
  /** Others see who has access. */
  readonly isOwner?: boolean;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}
type Part = 'people' | 'links' | 'public';

/** Who may open the map: for its owners to change, for others to see. */
export function ShareDialog({ isOwner = true, ...props }: ShareDialogProps) {
  return isOwner ? <OwnersDialog {...props} /> : <MembersDialog {...props} />;
}

/** People, links, everybody. */
function OwnersDialog({ map, ...closing }: Omit<ShareDialogProps, 'isOwner'>) {
  const [part, setPart] = useState<Part>('people');
  const [loaded, again, set] = useAnswer(sharingRoutes.sharing, { map });
  const sharing = loaded.kind === 'there' ? loaded.value : null;
  return (
    <SheetDialog title={shareWords().title} onChanged={again} {...closing}>
      {(sheet) => (
        <>
          {loaded.kind === 'failed' ? null : (
            <CopyLink
              map={map}
              links={sharing?.links ?? null}
              onLinks={(links) => sharing !== null && set({ ...sharing, links })}
            />
          )}
          <Segments
            label={shareWords().title}
            options={[
              ['people', shareWords().part.people],
              ['links', shareWords().part.links],
              ['public', shareWords().part.public],
            ]}
            value={part}
            onChange={setPart}
          />
          {loaded.kind === 'failed' ? (
            <TroubleNote trouble={loaded.trouble} what={shareWords().failed} onRetry={again} />
          ) : null}
          <div className="share-part">
            {sharing !== null && part === 'people' ? (
              <PeopleTab map={map} sharing={sharing} sheet={sheet} onChanged={again} onSharing={set} />
            ) : null}
            {sharing !== null && part === 'links' ? (
              <LinksPart map={map} links={sharing.links} onLinks={(links) => set({ ...sharing, links })} />
            ) : null}
            {sharing !== null && part === 'public' ? (
              <PublicPart map={map} sharing={sharing} onChanged={(change) => set({ ...sharing, ...change })} />
            ) : null}
          </div>
        </>
      )}
    </SheetDialog>
  );
}

interface PeopleTabProps {
  readonly map: MapId;
  readonly sharing: Sharing;
  readonly sheet: GroupSheet;
  readonly onChanged: () => void;
  readonly onSharing: (sharing: Sharing) => void;
}

function PeopleTab({ map, sharing, sheet, onChanged, onSharing }: PeopleTabProps) {
  return (
    <>
      <TransferPart map={map} transfer={sharing.transfer} onChanged={onChanged} />
      <AsksPart map={map} asks={sharing.asks} onChanged={onChanged} />
      <PeoplePart
        of={{ kind: 'map', map }}
        members={sharing.members}
        ended={sharing.ended}
        stillOpen={[
          ...(sharing.links.length === 0 ? [] : [shareWords().endedLinks]),
          ...(sharing.isPublic ? [shareWords().endedPublic] : []),
        ]}
        invitations={sharing.invitations}
        groups={sharing.groups}
        sheet={sheet}
        onChanged={onChanged}
      >
        <EditorsInvite
          map={map}
          isOn={sharing.mayEditorsInvite}
          onTurn={(mayEditorsInvite) => onSharing({ ...sharing, mayEditorsInvite })}
        />
      </PeoplePart>
      <WatchPart map={map} />
    </>
  );
}
