// Small lies in how changes wait for docstore, and in how maps are imported, each of which the tests beside it must notice. `npm run mutants -- gateway` tells one after the
// other in a scratch copy of this app and runs `run` there; it is killed when that fails. `find` stands exactly once in the file.

const BATCHING = 'src/features/rooms/batching.ts';
const IMPORT_ROUTES = 'src/features/maps/import-routes.ts';
const IMPORTS_TEST = 'src/features/api/imports.test.ts';

export const mutants = {
  run: ['node_modules/vitest/vitest.mjs', 'run', 'src/features/rooms/batching.test.ts'],
  mutants: [
    {
      name: 'a waiting change is left out of the batch',
      file: BATCHING,
      find: 'for (const { text, read } of held) read(text);',
      replace: 'for (const { text, read } of held.slice(1)) read(text);',
      why: 'what somebody typed stands on their screen alone until their page says it again',
    },
    {
      name: 'the order within a map is swapped',
      file: BATCHING,
      find: 'for (const { text, read } of held) read(text);',
      replace: 'for (const { text, read } of held.toReversed()) read(text);',
      why: 'a later change of somebody comes before an earlier one, and is refused as a jump',
    },
    {
      name: 'a batch is not split at the most submits of a call',
      file: BATCHING,
      find: 'if (!this.#isReading || this.#submits.length >= CALL_MOST) this.#send();',
      replace: 'if (!this.#isReading) this.#send();',
      why: 'docstore calls the call malformed, and each submit is made again alone',
    },
    {
      name: 'a call of several maps grows without end',
      file: BATCHING,
      find: ' && characters <= CALL_CHARACTERS_MOST',
      replace: '',
      why: 'docstore refuses the call as too large, and each map is asked about again',
    },
    {
      name: 'a map that was answered late holds up the others',
      file: BATCHING,
      find: "(isSoon ? 'soon' : 'late')",
      replace: "(isSoon ? 'soon' : 'soon')",
      why: 'everybody waits for the slowest storage',
    },
    {
      name: 'frames are held without end',
      file: BATCHING,
      find: 'if (this.#held.length >= HELD_MOST || this.#characters >= HELD_CHARACTERS_MOST) this.flush();\n    else if',
      replace: 'if',
      why: 'a crowd that writes fast fills the memory of the gateway',
    },
    {
      name: 'import: why an image is missing is not told',
      file: 'src/features/maps/imported-map.ts',
      find: 'this.#missing.push({ name, of, why: failure.code });',
      replace: '',
      why: 'a map lacks a picture and nobody hears of it',
      test: IMPORTS_TEST,
      rule: 'GW-445',
    },
    {
      name: 'import: what was wrong with one file of many is left out',
      file: IMPORT_ROUTES,
      find: 'return this.#failed(part.file, { ...UNREADABLE, message: part.message });',
      replace: 'return;',
      why: 'an archive of ten files gives nine maps and no word',
      test: IMPORTS_TEST,
      rule: 'GW-446',
    },
    {
      name: 'import: a map that cannot be whole stays',
      file: IMPORT_ROUTES,
      find: '      this.#current = null;\n      await current.map.discard();\n',
      replace: '      this.#current = null;\n',
      why: 'storage fills with halves of maps that nobody can open',
      test: IMPORTS_TEST,
      rule: 'GW-446',
    },
    {
      name: 'import: only the first map of an archive counts',
      file: IMPORT_ROUTES,
      find: 'if (this.#begun++ > 0) await mustBeMaker(this.#parts, asked.person, COUNT);',
      replace: '',
      why: 'one request makes as many maps as it likes',
      test: IMPORTS_TEST,
      rule: 'GW-447',
    },
  ],
};
