// Small lies in how changes wait for docstore, each of which the tests beside it must notice. `npm run mutants -- gateway` tells one after the
// other in a scratch copy of this app and runs `run` there; it is killed when that fails. `find` stands exactly once in the file.

const BATCHING = 'src/features/rooms/batching.ts';
const IMPORTED_MAP = 'src/features/maps/imported-map.ts';
const IMPORT_ROUTES = 'src/features/maps/import-routes.ts';
const API = 'src/features/api/api.ts';
const programs = { test: 'src/features/api/exports.test.ts', isInTree: true } as const;
/** With exporter and docstore, in a scratch copy of the whole project. */
const imports = { test: 'src/features/api/imports.test.ts', isInTree: true } as const;

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
      name: 'search: items with one of the words are listed beside those that have all',
      file: 'src/features/search-index/find-in-texts.ts',
      find: 'const shown = whole.length > 0 ? whole : found;',
      replace: 'const shown = found;',
      why: 'what one looks for stands among what it is not',
      test: 'src/features/search-index/words.test.ts',
      rule: 'GW-84',
    },
    {
      name: 'API: a number that is not there is told as the storage tells it',
      file: API,
      find: "if (!(failure instanceof Failure) || failure.code !== 'bloblog/out-of-range') throw failure;",
      replace: 'if (failure !== null) throw failure;',
      why: 'a program is told about a log, and 400 for what is not there',
      rule: 'GW-435',
      ...programs,
    },
    {
      name: 'API: an item that is not there is a map that cannot be read',
      file: '../exporter/src/making/renderer.ts',
      find: 'return said === NO_BRANCH ? noBranch() : unreadable(said);',
      replace: 'return unreadable(said);',
      why: 'a program takes its own mistake for a damaged map',
      rule: 'GW-435',
      ...programs,
    },
    {
      name: 'images: what one was drawn from is no part of the upload',
      file: 'src/features/maps/asset-routes.ts',
      find: '{ params: { map, original }, body }',
      replace: '{ params: { map, original: null }, body }',
      why: 'whatever is sent behind an image is taken, and nobody looks what it is',
      test: 'src/features/maps/assets.test.ts',
      rule: 'GW-450',
      isInTree: true,
    },
    {
      name: 'exports: a service that is away is told in its own words',
      file: 'src/features/maps/services-away.ts',
      find: 'if (!isAway(cause)) throw cause;',
      replace: 'throw cause;',
      why: 'somebody reads "exporter cannot be reached." and knows neither what that is nor what to do',
      test: 'src/features/api/away.test.ts',
      rule: 'GW-451',
      isInTree: true,
    },
    {
      name: 'imports: an image that is not taken goes unnamed',
      file: IMPORTED_MAP,
      find: 'this.#missing.push({ name, of, why: failure.code });',
      replace: '',
      why: 'a map lacks an image and nobody is told',
      rule: 'GW-445',
      ...imports,
    },
    {
      name: 'imports: an image is put where the file had it',
      file: IMPORTED_MAP,
      find: 'this.#sources.set(source, `asset:${hash}`);',
      replace: 'this.#sources.set(source, source);',
      why: 'each image is a grey box',
      rule: 'GW-445',
      ...imports,
    },
    {
      name: 'imports: the first file that cannot be read ends the request',
      file: IMPORT_ROUTES,
      find: 'return this.#failed(part.file, { ...UNREADABLE, message: part.message });',
      replace: "throw new GatewayFailure('unreadable-file', part.message);",
      why: 'one damaged file of an archive keeps all others out',
      rule: 'GW-446',
      ...imports,
    },
    {
      name: 'imports: a map that cannot be whole stays',
      file: IMPORTED_MAP,
      find: 'await this.#parts.docstore.call(docstoreRoutes.purgeDocument, { params }, context);',
      replace: '',
      why: 'halves of maps lie in storage, and nobody can remove them',
      rule: 'GW-446',
      ...imports,
    },
    {
      name: 'imports: only the first map of an archive counts',
      file: IMPORT_ROUTES,
      find: 'if (this.#begun++ > 0) await mustBeMaker(this.#parts, asked.person, COUNT);',
      replace: '',
      why: 'one request makes as many maps as fit into an archive',
      rule: 'GW-447',
      ...imports,
    },
    {
      name: 'imports: they count with maps that are made by hand',
      file: IMPORT_ROUTES,
      find: "const COUNT = 'imported maps by person';",
      replace: "const COUNT = 'maps by person';",
      why: 'an honest import of two hundred files stops at the hundredth',
      rule: 'GW-447',
      ...imports,
    },
  ],
};
