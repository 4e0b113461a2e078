import type { UpkeepFacts, UpkeepWalk } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { Row } from '../shell/controls/fact-row.tsx';
import { PageSection } from '../shell/page-frame.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { language } from '../words/index.ts';
import { upkeepWords } from '../words/screens/rare-account-words.ts';
import { sayWhen } from '../words/when.ts';

/** What the owner of this Bough should know of how its documents are kept. */
export function UpkeepSection() {
  const [loaded, again] = useAnswer(gatewayRoutes.upkeep, {});
  if (loaded.kind === 'loading') return null;
  if (loaded.kind === 'failed') {
    return <TroubleNote trouble={loaded.trouble} what={upkeepWords().failed} onRetry={again} />;
  }
  const { upkeep } = loaded.value;
  return upkeep === null ? null : <Facts upkeep={upkeep} />;
}

function sayBehind({ isAway, documents, changes }: NonNullable<UpkeepFacts['second']>): string {
  const { secondAway, secondBehind, secondWhole } = upkeepWords();
  if (!isAway) return documents === 0 ? secondWhole : secondBehind(documents, changes);
  return documents === 0 ? secondAway : `${secondAway} ${secondBehind(documents, changes)}`;
}

function Facts({ upkeep: { walks, isFull, wornKeys, second } }: { readonly upkeep: UpkeepFacts }) {
  const troubles = walks.flatMap((walk) => walk.troubles);
  return (
    <PageSection title={upkeepWords().title}>
      <p>{upkeepWords().text}</p>
      {walks.length === 0 ? <p>{upkeepWords().never}</p> : null}
      <ul className="rows">
        {isFull ? <Row name={upkeepWords().room} facts={upkeepWords().full} /> : null}
        {wornKeys.length > 0 ? <Row name={upkeepWords().key} facts={upkeepWords().worn} /> : null}
        {walks.map((walk) => (
          <WalkRow key={walk.name} walk={walk} />
        ))}
        {second === null ? null : <Row name={upkeepWords().second} facts={sayBehind(second)} />}
      </ul>
      {troubles.length === 0 ? null : (
        <>
          <p className="row-gap">{upkeepWords().troubles}</p>
          <ul className="rows">
            {troubles.map(({ map, what }) => (
              <Row key={`${map} ${what}`} name={map} facts={what} />
            ))}
          </ul>
        </>
      )}
    </PageSection>
  );
}

function WalkRow({ walk }: { readonly walk: UpkeepWalk }) {
  const upkeep = upkeepWords();
  const isTidy = walk.name === 'tidy';
  const ended = upkeep.ended(sayWhen(walk.endedAt, Date.now(), language), walk.documents);
  const done = isTidy ? upkeep.tidyDone(walk.purged, walk.copied) : upkeep.scrubDone(walk.repaired);
  const found = walk.found === 0 ? upkeep.well : upkeep.found(walk.found);
  return <Row name={isTidy ? upkeep.tidy : upkeep.scrub} facts={`${ended} ${done} ${found}`} />;
}
