import { type PowerCuts, recordBlobs, tryStates } from '@bough/blobs/testing';
import { bringServer } from '@bough/house/servers';
import { recordDocstore } from './power/docstore-cuts.ts';

// npm run power-cuts -- [STATES]
//
// Records processes under strace, cuts their power that often (10,000 times when nothing is said) and opens what may be left each time:
// of a folder of blobs that two processes use in every way, of a new docstore, and of one that goes on with what that left. Every few
// thousand states are of new recordings. Exit code 1 when a state breaks a promise.

const OF_ONE_RECORDING = 2_000;

interface Recording {
  readonly name: string;
  readonly make: () => Promise<readonly PowerCuts[]>;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(wanted: number): Promise<number> {
  const found = await bringServer('strace', say);
  if (found.kind === 'missing') {
    say(`Nothing can be recorded: ${found.why} ${found.howTo}`);
    return 1;
  }
  const { executable } = await found.start();
  const recordings: readonly Recording[] = [
    { name: 'blobs', make: async () => [await recordBlobs(executable)] },
    { name: 'docstore', make: async () => Object.values(await recordDocstore(executable)) },
  ];
  let [tried, broken] = [0, 0];
  for (let seed = 1; tried < wanted && broken === 0; seed++) {
    for (const { name, make } of recordings) {
      if (tried >= wanted) break;
      const cuts = await make();
      for (const each of cuts) {
        const atLeast = Math.ceil(Math.min(OF_ONE_RECORDING, (wanted - tried) / recordings.length) / cuts.length);
        const { states, bad } = await tryStates(each, { atLeast, seed });
        for (const { line, way, problem } of bad) say(`${name}, line ${line} of the recording, "${way}": ${problem}`);
        tried += states;
        broken += bad.length;
      }
      say(`${name}: ${tried} states tried, ${broken} bad`);
    }
  }
  say(JSON.stringify({ states: tried, bad: broken }));
  return broken === 0 ? 0 : 1;
}

process.exitCode = await main(Number(process.argv[2] ?? 10_000));
