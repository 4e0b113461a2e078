import type { Clock } from '@bough/base';
import type { Caller, Component, ContextFacts, OpenContext } from '@bough/service';
import type { Bus } from '../../bus/bus.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { SigningKeys } from '../../secrets/keys.ts';
import type { RoomsGiven } from '../rooms/feature.ts';
import { DeferredIndexing } from './deferred-indexing.ts';
import { MissingWords } from './missing-words.ts';
import { sealedWords } from './sealed-words.ts';
import { doSearchTask, type DoSearchTask } from './search-task.ts';
import { StaleMaps } from './stale-maps.ts';
import { WordIndex } from './word-index.ts';

export interface SearchIndexPorts extends Pick<RoomsGiven, 'listen'> {
  readonly clock: Clock;
  readonly metadata: Metadata;
  readonly bus: Bus;
  readonly docstore: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  readonly keys: Pick<SigningKeys, 'words'>;
  /** Looks through maps on threads of its own; absent: it is done here. */
  readonly searchElsewhere?: DoSearchTask | undefined;
  readonly onTrouble: (error: unknown) => void;
}

/** The index of the words of maps, which follows their changes rarely; and who changed a map last, which is written as rarely. */
export function searchIndexFeature(ports: SearchIndexPorts) {
  const { metadata, listen, searchElsewhere: doTask = doSearchTask } = ports;
  /** Metadata whose words are sealed. */
  const sealed = { ...metadata, ...sealedWords(metadata, ports.keys.words) };
  const index = new WordIndex({ ...ports, metadata: sealed, doTask });
  const stale = new StaleMaps({ ...ports, onGone: (map) => indexing.forget(map) });
  const missing = new MissingWords({ ...ports, metadata: sealed, index, stale });
  const indexing = new DeferredIndexing({
    ...ports,
    writeChanged: (changed) => metadata.setChanged(changed),
    index: (map) => index.index(map),
    noteBehind: (map) => metadata.setBehind(map, true),
    tellStale: (map, isStale) => stale.tell(map, isStale),
    tellGone: (map) => stale.tellGone(map),
  });
  listen({ kept: (map, changes) => indexing.kept(map, changes), left: (map) => indexing.left(map) });
  const life: Component = {
    name: 'search index',
    start: async () => {
      await stale.start();
      missing.start();
    },
    // After the rooms, which have the last changes.
    drain: () => indexing.flush(),
    stop: async () => {
      missing.stop();
      stale.stop();
    },
  };
  return { indexing, index, stale, doTask, sealed, routes: {}, components: [life] };
}

/** What later features take of the index. */
export type SearchIndexGiven = Omit<ReturnType<typeof searchIndexFeature>, 'routes' | 'components'>;
