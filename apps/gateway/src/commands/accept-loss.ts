import type { Command } from '@bough/service';

/** What the command works with. */
export interface LossParts {
  /** Why the database of people is refused; null: it opens. */
  readonly look: () => string | null;
  /** Begins an empty one in its place, whose audit log says so. */
  readonly beginAnew: () => Promise<void>;
  readonly say: (line: string) => void;
}

/** The command that begins without the people that are lost. */
export const acceptPeopleLoss: Command<LossParts> = {
  name: 'accept-loss',
  takes: 'people [--yes]',
  does: 'Where the database of people is gone: says what that loses; with --yes an empty one is begun.',
  run: async ({ look, beginAnew, say }, words) => {
    const lost = look();
    if (lost === null) {
      say('The database of people opens: there is nothing to accept.');
      return 0;
    }
    say(lost);
    say(
      'LOST: all people, lists of maps, folders, shares and links that no backup brings back. Maps stay in storage, in nobody’s list.',
    );
    if (!words.includes('--yes')) {
      say('Nothing was done yet. To do it: stop Bough, then npm run bough -- accept-loss people --yes');
      return 1;
    }
    await beginAnew();
    say('An empty database was begun. Who signs in now is new; `rebuild-metadata` lists the maps that are in storage.');
    return 0;
  },
};
