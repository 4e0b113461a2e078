import type { UpkeepFacts, UpkeepWalk } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { useCallback } from 'react';
import { call } from '../api/api.ts';
import { PageSection } from '../shell/page-frame.tsx';
import { TroubleNote } from '../shell/trouble-note.tsx';
import { useLoaded } from '../shell/use-loaded.ts';
import { language } from '../words/index.ts';
import { upkeepWords } from '../words/rare-account-words.ts';
import { sayWhen } from '../words/when.ts';

/** What the owner of this Bough should know of how its documents are kept. */
export function UpkeepSection() {
  const ask = useCallback((signal: AbortSignal) => call(gatewayRoutes.upkeep, {}, undefined, { signal }), []);
  const [loaded, again] = useLoaded(ask);
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
        {isFull ? (
          <li className="row">
            <span className="row-words">
              {upkeepWords().room}
              <span className="hint">{upkeepWords().full}</span>
            </span>
          </li>
        ) : null}
        {wornKeys.length > 0 ? (
          <li className="row">
            <span className="row-words">
              {upkeepWords().key}
              <span className="hint">{upkeepWords().worn}</span>
            </span>
          </li>
        ) : null}
        {walks.map((walk) => (
          <WalkRow key={walk.name} walk={walk} />
        ))}
        {second === null ? null : (
          <li className="row">
            <span className="row-words">
              {upkeepWords().second}
              <span className="hint">{sayBehind(second)}</span>
            </span>
          </li>
        )}
      </ul>
      {troubles.length === 0 ? null : (
        <>
          <p className="row-gap">{upkeepWords().troubles}</p>
          <ul className="rows">
            {troubles.map(({ map, what }) => (
              <li className="row" key={`${map} ${what}`}>
                <span className="row-words">
                  {map}
                  <span className="hint">{what}</span>
                </span>
              </li>
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
  return (
    <li className="row">
      <span className="row-words">
        {isTidy ? upkeep.tidy : upkeep.scrub}
        <span className="hint">
          {ended} {done} {found}
        </span>
      </span>
    </li>
  );
}
