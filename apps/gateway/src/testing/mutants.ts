// Small lies in how changes wait for docstore, each of which the tests beside it must notice. `npm run mutants -- gateway` tells one after the
// other in a scratch copy of this app and runs `run` there; it is killed when that fails. `find` stands exactly once in the file.

const BATCHING = 'src/features/rooms/batching.ts';

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
  ],
};
