import { inSentences } from '@bough/base';
import { type Command, type CommandParts, counted } from './command.ts';
import type { Given } from './given.ts';
import type { Losses } from './losses.ts';

/** The command that goes on with a location of which a part was lost. */
export const acceptLossCommand: Command = {
  name: 'accept-loss',
  changes: 'by itself',
  takes: 'location',
  does: 'Where a location is refused since a part of its folder was lost: says what that loses; with --yes it is opened as it is from then on.',
  first: 'left alone',
  runsWithoutSecond: true,
  run: sayAndAccept,
};

const MAY_BE_LOST: Readonly<Record<string, string>> = {
  'blobs/no-journal':
    'MAY BE LOST: of each map what was changed since nobody had touched it for five minutes the last time, with names, trash and marks of the same time. A map that somebody always worked on may go back to its beginning, or be damaged: its files may be newer than its head.',
  'blobs/apart':
    'MAY BE LOST: changes of maps that stand in the part of the other time; maps may go back to an older state, or be damaged. Nothing that is there is removed.',
  'docstore/emptied': 'LOST: everything that was in this folder. It begins empty.',
};

/** What stays, when the second location is the one that is lost. */
async function firstWords(losses: Losses): Promise<string> {
  const isWhole = await losses.look('first').then(
    (lost) => lost === null,
    () => null,
  );
  if (isWhole === null) return 'What the first location has is copied there when docstore runs, or by reconcile.';
  return isWhole
    ? 'The first location opens with all that belongs to it, and has it all: it is copied there when docstore runs, or by reconcile.'
    : 'BEWARE: the first location has lost something, too, and may need what is lost here.';
}

async function sayAndAccept({ losses, second, say }: CommandParts, { keep: which, isSure }: Given): Promise<number> {
  if (which === null) throw new Error('Say first or second.');
  const lost = await losses.look(which);
  if (lost === null) {
    say(`The ${which} location opens with all that belongs to it: there is nothing to accept.`);
    return 0;
  }
  say(inSentences(lost));
  say(MAY_BE_LOST[lost.code] ?? 'What is lost is not known.');
  say('Maps go on under a new lineage: browsers send again what they still have of their own.');
  if (which === 'first' && second !== null) {
    say('What the second location has beyond that is brought back when a map is opened, and all of it by reconcile.');
  }
  if (which === 'second') say(await firstWords(losses));
  if (!isSure) {
    say(`Nothing was done yet. To do it: stop docstore, then npm run bough -- accept-loss ${which} --yes`);
    return 1;
  }
  const documents = await losses.accept(which);
  say(`The ${which} location is opened as it is from now on, with ${counted(documents, 'document')}. Now run verify.`);
  return 0;
}
