// Lies about the film of a map as a file: part of mutants.ts.

const WEBM = 'src/webm/webm-writer.ts';
const WEBM_TEST = 'src/webm/webm-writer.test.ts';

export const filmMutants = [
  {
    name: 'film: an element says one byte less than it has',
    file: 'src/webm/ebml.ts',
    find: 'sizeBytes(inner)',
    replace: 'sizeBytes(inner - 1)',
    why: 'no player opens the file',
    test: WEBM_TEST,
    rule: 'FMT-91',
  },
  {
    name: 'film: a size of all ones is written',
    file: 'src/webm/ebml.ts',
    find: 'size >= 2 ** (7 * length) - 1',
    replace: 'size >= 2 ** (7 * length)',
    why: 'a player takes a picture of 127 bytes for one without an end',
    test: WEBM_TEST,
    rule: 'FMT-91',
  },
  {
    name: 'film: a key picture is not marked as one',
    file: WEBM,
    find: 'isKey ? 0x80 : 0)',
    replace: '0)',
    why: 'a player that seeks shows what lacks its beginning',
    test: WEBM_TEST,
    rule: 'FMT-92',
  },
  {
    name: 'film: cues lead to the cluster after',
    file: WEBM,
    find: 'const own = { timeMs, place };',
    replace: 'const own = { timeMs, place: place + whole.size };',
    why: 'a player that seeks finds the end of the file',
    test: WEBM_TEST,
    rule: 'FMT-93',
  },
  {
    name: 'film: it ends with the time that was asked for, before its last picture',
    file: WEBM,
    find: 'Math.max(durationMs, this.#lastMs)',
    replace: 'durationMs',
    why: 'the last picture is never seen',
    test: WEBM_TEST,
    rule: 'FMT-93',
  },
];
