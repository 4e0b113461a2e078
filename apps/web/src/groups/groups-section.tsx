import { groupRoutes } from '@bough/contracts';
import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../shell/messages/dialog.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { PageSection } from '../shell/page-frame.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { groupWords } from '../words/screens/group-words.ts';

const GroupEditor = lazy(async () => ({ default: (await import('./group-editor.tsx')).GroupEditor }));

/** A person's groups, on their account's page. */
export function GroupsSection() {
  const [loaded, again] = useAnswer(groupRoutes.listGroups, {});
  const [edited, setEdited] = useState<{ readonly group: string | null } | null>(null);
  const isNew = edited?.group === null;
  return (
    <PageSection title={groupWords().title}>
      <p>{groupWords().text}</p>
      {loaded.kind === 'failed' ? (
        <TroubleNote trouble={loaded.trouble} what={groupWords().failed} onRetry={again} />
      ) : null}
      {loaded.kind === 'there' && loaded.value.groups.length > 0 ? (
        <ul className="rows" aria-label={groupWords().title}>
          {loaded.value.groups.map(({ id, name, people, maps }) => (
            <li key={id} className="row">
              <span className="row-words">
                <span className="cut">{name}</span>
                <span className="hint">
                  {groupWords().people(people)}
                  {maps === 0 ? null : `, ${groupWords().maps(maps)}`}
                </span>
              </span>
              <button
                type="button"
                className="button"
                aria-label={groupWords().editNamed(name)}
                onClick={() => setEdited({ group: id })}
              >
                {groupWords().edit}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {loaded.kind === 'there' && loaded.value.groups.length === 0 ? (
        <p className="quiet">{groupWords().none}</p>
      ) : null}
      <button type="button" className="button outlined" onClick={() => setEdited({ group: null })}>
        {groupWords().fresh}
      </button>
      {edited === null ? null : (
        <Dialog title={isNew ? groupWords().fresh : groupWords().edit} onClose={() => setEdited(null)} onClosed={again}>
          <Suspense fallback={<div className="group-form" />}>
            <GroupEditor group={edited.group} onEnd={() => setEdited(null)} />
          </Suspense>
        </Dialog>
      )}
    </PageSection>
  );
}
