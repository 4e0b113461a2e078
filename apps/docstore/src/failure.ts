import { type ClientId, Failure, type FailureDetails, type MapId, type PrefixName, prefixText } from '@bough/base';

/** What docstore refuses or cannot do; every code is explained in SPEC.md. A code's usual hint stands beside it; a hint in the details replaces it. */
export class DocstoreFailure extends Failure {
  override readonly code: DocstoreFailureCode;

  constructor(message: string, details: FailureDetails & { readonly code: DocstoreFailureCode }) {
    const hint = HINTS[details.code];
    super(message, hint === undefined ? details : { hint, ...details });
    this.code = details.code;
  }
}

/** The codes of `DocstoreFailure`. */
export type DocstoreFailureCode =
  | 'docstore/no-document' // there is no document of that id
  | 'docstore/exists' // a document of that id was made by somebody else
  | 'docstore/bad-change' // a first change that does not apply
  | 'docstore/bad-base' // made on top of a number that the document does not have yet
  | 'docstore/old-base' // text that is new is made on what lies too far back
  | 'docstore/moved' // wanted on top of the last number, and another is the last by now
  | 'docstore/counter-jump' // a counter does not follow on the last one seen from its writer
  | 'docstore/other-lineage' // made on a number of an order that lost it: the document is to be taken anew
  | 'docstore/in-trash' // the document is in the trash and takes no change
  | 'docstore/full' // there is no room for anything new
  | 'docstore/closing' // this process is going down
  | 'docstore/damaged' // what the log holds does not fold to a map
  | 'docstore/newer' // written by a newer version of Bough
  | 'docstore/no-image' // an upload that is no image of a kind that is taken
  | 'docstore/too-large' // an image of too many pixels
  | 'docstore/no-asset' // the map has no image of that hash
  | 'docstore/no-export' // no file of that name was kept of the map
  | 'docstore/many-words' // the words of the map have more bytes than were asked for
  | 'docstore/many-versions' // the map has as many named versions as it can have
  | 'docstore/busy' // too many images wait to be decoded
  | 'docstore/not-kept' // the store did not say whether it has an image
  | 'docstore/location' // one of the two locations cannot be used; its message says which
  | 'docstore/other-key' // a key that is not the one that sealed a location, or the backups of a place
  | 'docstore/other-bough' // the backups in a place are of another Bough
  | 'docstore/less-than-before' // most of what the backup before has is gone
  | 'docstore/old-rows' // the database that documents move from cannot be used
  | 'docstore/bad-row' // a row of an older program that is no change of its document
  | 'docstore/elsewhere' // a location that is being filled, or was moved away from
  | 'docstore/never-used' // the folder of a location in which Bough has never run
  | 'docstore/emptied' // the folder of a location that had documents is empty, or not there
  | 'docstore/wrong-setting'; // settings that cannot work together

/** What to do, where it is the same whenever the code is raised. */
const HINTS: Partial<Record<DocstoreFailureCode, string>> = {
  'docstore/bad-base': 'Use the number of an existing change.',
  'docstore/old-base': 'Load the changes since then, or the document again. Then send new changes based on it.',
  'docstore/moved': 'Load the changes since then, and try again.',
  'docstore/counter-jump': 'Number the changes of a client without gaps.',
  'docstore/other-lineage': 'Load the document again, then send the changes that it lacks.',
  'docstore/in-trash': 'Restore it first.',
  'docstore/full':
    'Try again later. An operator must free space where documents are stored, raise the quota, or lower BOUGH_RESERVE_MB.',
  'docstore/closing': 'Try again.',
  'docstore/damaged': 'An operator can run verify. The other location may have an undamaged copy.',
  'docstore/no-image': 'Send a PNG, JPEG, WebP or GIF image.',
  'docstore/too-large': 'Make the image smaller and try again.',
  'docstore/many-versions': 'Remove one first.',
  'docstore/busy': 'Try again in a minute.',
  'docstore/not-kept': 'Try again. An operator should check that the blob store is up and can be reached.',
};

/** The refusal of a change to a document that is in the trash. */
export function inTrash(map: MapId): DocstoreFailure {
  return new DocstoreFailure(`The document ${map} is in the trash.`, { kind: 'denied', code: 'docstore/in-trash' });
}

/** The refusal of words that are more than their asker reads. */
export function manyWords(map: MapId, most: number): DocstoreFailure {
  return new DocstoreFailure(`The text of ${map} has more than ${most} bytes.`, {
    kind: 'invalid',
    code: 'docstore/many-words',
  });
}

/** The refusal of a change that must be on top of the last one. */
export function moved(base: number, seq: number): DocstoreFailure {
  return new DocstoreFailure(`The change must follow change ${base}, but the last change is ${seq}.`, {
    kind: 'conflict',
    code: 'docstore/moved',
  });
}

/** The refusal of what was made on a number that is none yet. */
export function badBase(base: number, seq: number): DocstoreFailure {
  return new DocstoreFailure(`The change is based on change ${base}, but the last change is ${seq}.`, {
    kind: 'invalid',
    code: 'docstore/bad-base',
  });
}

/** The refusal of new text that would have to be brought over too much; nothing of its submit was kept. */
export function oldBase(base: number, seq: number): DocstoreFailure {
  return new DocstoreFailure(
    `The change is based on change ${base}, which is too far behind the last change, ${seq}.`,
    {
      kind: 'conflict',
      code: 'docstore/old-base',
    },
  );
}

/** The refusal of a submit whose counters do not follow on what was seen of its writer; nothing of it was kept. */
export function counterJump(client: ClientId, counter: number, last: number): DocstoreFailure {
  return new DocstoreFailure(`The counter ${counter} of client ${client} does not follow ${last}.`, {
    kind: 'invalid',
    code: 'docstore/counter-jump',
  });
}

/** The refusal of what was made on a prefix that the present order does not begin with. */
export function otherLineage(map: MapId, name: PrefixName, present: string): DocstoreFailure {
  const message = `The change is based on ${prefixText(name)}, which is not part of the present lineage of ${map}, ${present}.`;
  return new DocstoreFailure(message, {
    kind: 'conflict',
    code: 'docstore/other-lineage',
  });
}
