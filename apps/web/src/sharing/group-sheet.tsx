import type { GroupFacts } from '@bough/contracts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Dialog } from '../shell/messages/dialog.tsx';
import { groupWords } from '../words/screens/group-words.ts';

const GroupEditor = lazy(async () => ({ default: (await import('../groups/group-editor.tsx')).GroupEditor }));

/** What the dialog of sharing knows of the groups that are made and changed in its place. */
export interface GroupSheet {
  /** Makes a new one, for null, or changes this one. */
  readonly edit: (group: string | null) => void;
  /** The one that was just made, to be shared with. */
  readonly made: GroupFacts | null;
}

interface SheetDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly onClosed: () => void;
  /** A group was changed. */
  readonly onChanged: () => void;
  readonly children: (sheet: GroupSheet) => ReactNode;
}

/** A dialog in whose place a group is made or changed: there is one dialog at a time, and its end leads back. */
export function SheetDialog({ title, onClose, onClosed, onChanged, children }: SheetDialogProps) {
  const [edited, setEdited] = useState<{ readonly group: string | null } | null>(null);
  const [made, setMade] = useState<GroupFacts | null>(null);
  if (edited === null) {
    return (
      <Dialog title={title} onClose={onClose} onClosed={onClosed}>
        {children({ edit: (group) => setEdited({ group }), made })}
      </Dialog>
    );
  }
  const end = (group: GroupFacts | null) => {
    setMade(edited.group === null ? group : null);
    setEdited(null);
    onChanged();
  };
  return (
    <Dialog
      title={edited.group === null ? groupWords().fresh : groupWords().edit}
      onClose={() => setEdited(null)}
      onClosed={onClosed}
    >
      <Suspense fallback={<div className="share-part" />}>
        <GroupEditor group={edited.group} onEnd={end} />
      </Suspense>
    </Dialog>
  );
}
