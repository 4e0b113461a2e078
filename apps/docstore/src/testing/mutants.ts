// Small lies in what docstore takes, each of which the tests of the rule that it names must notice. `npm run mutants -- docstore` tells one
// after the other in a scratch copy of this app. `find` stands exactly once in the file.

import { mendingMutants } from './mending-mutants.ts';
import { migrationMutants } from './migration-mutants.ts';
import { roomMutants } from './room-mutants.ts';

const DOCUMENT = 'src/documents/document.ts';
const KEPT_EXPORTS = 'src/exports/kept-exports.ts';
const KEPT_TEST = 'src/exports/kept-exports.test.ts';
const ASSETS = 'src/assets/assets.ts';
const ASSETS_TEST = 'src/assets/assets.test.ts';
const MOVING = 'src/moving/moving-documents.ts';
const MOVING_TEST = 'src/moving/moving-documents.test.ts';
const REBASE_TEST = 'src/changes/rebase.test.ts';

export const mutants = {
  run: ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1'],
  mutants: [
    {
      name: 'kept files: nobody counts their pieces',
      file: KEPT_EXPORTS,
      find: 'if (left <= bytesOfMap && count <= piecesOfMap) break;',
      replace: 'if (left <= bytesOfMap) break;',
      why: 'a map has more files than one listing finds',
      test: KEPT_TEST,
      rule: 'DOC-252',
    },
    {
      name: 'kept files: only first pieces are looked at',
      file: KEPT_EXPORTS,
      find: 'if (piece === 0 || !this.#isKnownToFit(map, bytes.length)) await this.#trim(map);',
      replace: 'if (piece === 0) await this.#trim(map);',
      why: 'files that never come to their end fill the disk',
      test: KEPT_TEST,
      rule: 'DOC-252',
    },
    {
      name: 'kept files: they are listed for every piece',
      file: KEPT_EXPORTS,
      find: 'return listed.bytes <= bytesOfMap && listed.count <= piecesOfMap;',
      replace: 'return false;',
      why: 'a listing takes longer than the piece, and people who edit wait for it',
      test: KEPT_TEST,
      rule: 'DOC-252',
    },
    {
      name: 'originals: whatever stands behind a picture is kept',
      file: ASSETS,
      find: '    if (original.length > 0 && !isOriginal(original)) throw noOriginal();\n',
      replace: '',
      why: 'the server is a store of any files',
      test: ASSETS_TEST,
      rule: 'DOC-264',
    },
    {
      name: 'originals: only the picture is kept',
      file: ASSETS,
      find: 'if (original.length > 0) await this.#put(',
      replace: 'if (original.length < 0) await this.#put(',
      why: 'the drawing that came in is gone',
      test: ASSETS_TEST,
      rule: 'DOC-264',
    },
    {
      name: 'originals: they are another image of the map',
      file: ASSETS,
      find: "const ORIGINAL = '.original';",
      replace: "const ORIGINAL = '';",
      why: 'they are taken for the picture that is there, and gone',
      test: ASSETS_TEST,
      rule: 'DOC-264',
    },
    {
      name: 'grown: a change that has grown is kept',
      file: DOCUMENT,
      find: 'ops !== change.ops && areTooLarge(ops)',
      replace: 'false',
      why: 'the log has a line that nobody can read again, and the map never opens',
      test: REBASE_TEST,
      rule: 'DOC-255',
    },
    {
      name: 'grown: its counter is not spent',
      file: DOCUMENT,
      find: '      spend(this.#log, writer, counter);\n',
      replace: '',
      why: 'the page sends it again and again',
      test: REBASE_TEST,
      rule: 'DOC-255',
    },
    {
      name: 'threads: of a long one the first comments are told',
      file: 'src/reading/thread-comments.ts',
      find: 'comments.slice(-THREAD_COMMENTS)',
      replace: 'comments.slice(0, THREAD_COMMENTS)',
      why: 'in a long thread nobody hears of an answer any more',
      test: 'src/changes/writers.test.ts',
      rule: 'DOC-266',
    },
    ...mendingMutants,
    ...migrationMutants,
    ...roomMutants,
    {
      name: 'moving: what was never read back is taken as there',
      file: MOVING,
      find: 'there !== null && there.modifiedAt < aheadAt',
      replace: 'there !== null && there.modifiedAt > 0',
      why: 'half an object of a run that was killed is all that is left of an image',
      test: MOVING_TEST,
      rule: 'DOC-292',
    },
    {
      name: 'moving: what was written meanwhile is not noticed',
      file: MOVING,
      find: 'if (!isAsCopied) throw',
      replace: 'if (etag === undefined) throw',
      why: 'the last changes stay in a place that nobody opens any more',
      test: MOVING_TEST,
      rule: 'DOC-293',
    },
    {
      name: 'backup: a claim is lost with an answer',
      file: 'src/backup/place/claim-place.ts',
      find: 'return now?.who === who ? now.etag : null;',
      replace: 'return now?.who === place.list.name ? now.etag : null;',
      why: 'a backup of six hours ends with nothing at a blink of the network',
      test: 'src/backup/place/damaged-place.test.ts',
      rule: 'DOC-173',
    },
    {
      name: 'backup: a claim that has lapsed is released all the same',
      file: 'src/backup/place/claim-place.ts',
      find: 'if (!isLost && (await claimThere(place))?.who === who)',
      replace: 'if (!isLost)',
      why: 'the place of a running backup is open to a third',
      test: 'src/backup/place/damaged-place.test.ts',
      rule: 'DOC-173',
    },
    {
      name: 'backup: of a damaged one that stays nobody is told',
      file: 'src/backup/write/thin-out.ts',
      find: 'objects: unnamed.length, damaged };',
      replace: 'objects: unnamed.length, damaged: [] };',
      why: 'the place grows every night, and nobody knows why',
      test: 'src/backup/place/damaged-place.test.ts',
      rule: 'DOC-170',
    },
    {
      name: 'moving: who was overtaken goes on',
      file: MOVING,
      find: '      await mustBeOurs();\n      if (pair.here === null) await raw',
      replace: '      if (pair.here === null) await raw',
      why: 'what people write in the new place is written over by a run that somebody forgot',
      test: MOVING_TEST,
      rule: 'DOC-291',
    },
    {
      name: 'moving: what was removed since comes back',
      file: MOVING,
      find: 'if (pair.here === null) await raw.remove(pair.key);',
      replace: 'if (pair.here === null) return;',
      why: 'the second run never ends well, or brings back what somebody deleted',
      test: MOVING_TEST,
      rule: 'DOC-291',
    },
    {
      name: 'moving: the identity of the old place is copied, too',
      file: MOVING,
      find: 'const OWN = [LOCATION_KEY, MOVE_KEY,',
      replace: 'const OWN = [MOVE_KEY,',
      why: 'two places bear one word, and an order that lost its end is not noticed',
      test: MOVING_TEST,
      rule: 'DOC-290',
    },
  ],
};
