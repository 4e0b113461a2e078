import { type MapId, tryUtf8Decode } from '@bough/base';
import { type Compression, type Replay, unpackState } from '@bough/bloblog';
import { apply, type Change, decodeMap, emptyMap, type MindMap } from '@bough/map';
import { DocstoreFailure } from '../failure.ts';

/** The map that a snapshot and the changes after it fold to; throws a corrupt DocstoreFailure when one does not apply. */
export function fold(compression: Compression, id: MapId, replay: Replay<Change>): MindMap {
  const { snapshot } = replay;
  let map = emptyMap();
  if (snapshot !== null) {
    const text = tryUtf8Decode(unpackState(compression, id, snapshot));
    const decoded = text === null ? null : decodeMap(text);
    if (decoded?.ok !== true) throw damaged(id, `the snapshot of change ${snapshot.seq} is not a map`);
    map = decoded.value;
  }
  let seq = snapshot?.seq ?? 0;
  for (const change of replay.entries) {
    seq++;
    const applied = apply(map, change);
    if (!applied.ok) throw damaged(id, `change ${seq} does not apply: ${applied.error.detail}`);
  }
  return map;
}

function damaged(id: MapId, what: string): DocstoreFailure {
  return new DocstoreFailure(`The document ${id} is damaged: ${what}.`, {
    kind: 'corrupt',
    code: 'docstore/damaged',
  });
}
