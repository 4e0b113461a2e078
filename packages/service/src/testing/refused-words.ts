import { type Command, runCommand } from '../commands/command-program.ts';
import { wrongWords } from '../commands/command-words.ts';

// For each command the words that it takes, and words that it must refuse, made from its usage line: what nothing means, what is missing,
// what is too much, a value that is none.

/** Words that a command of that usage takes, the fewest. */
function goodWords(takes: string): readonly string[] {
  const needed = takes.replaceAll(/\[[^\]]*\]/g, '').trim();
  return needed === '' ? [] : needed.split(/\s+/).map((token) => (token.startsWith('--') ? token : wordFor(token)));
}

/** Words that it refuses, each for a reason of its own. */
export function badWords(takes: string): readonly (readonly string[])[] {
  const good = goodWords(takes);
  const bad: (readonly string[])[] = [[...good, '--frobnicate']];
  if (!takes.includes('...]') && !/\[[A-Z]/.test(takes)) bad.push([...good, 'superfluous']);
  if (good.length > 0) bad.push(good.slice(0, -1));
  for (const [, option = '', usage] of takes.matchAll(/(--[a-z-]+)(?: ([A-Z]+))?/g)) {
    if (usage === undefined) continue;
    const rest = good.filter((_word, at) => good[at] !== option && good[at - 1] !== option);
    bad.push([...rest, option]);
    if (usage === 'N') bad.push([...rest, option, '0'], [...rest, option, 'many']);
  }
  return bad;
}

/** What comes of the words before anything is opened: the exit code, and what was said. */
async function refusal<Parts>(
  commands: readonly Command<Parts>[],
  words: readonly string[],
): Promise<{ readonly code: number; readonly said: readonly string[] }> {
  const said: string[] = [];
  const open = (): Promise<never> => Promise.reject(new Error(`${words.join(' ')} was not refused`));
  return { code: await runCommand(commands, words, (line) => said.push(line), open), said };
}

/** The words that were not refused as they must be, with exit code 2, a sentence and how the command is written; none: all is well. */
export async function wronglyTaken<Parts>(
  commands: readonly Command<Parts>[],
  name: string,
  takes: string,
): Promise<readonly string[]> {
  // Whether the grammar takes what is generated here as good: else nothing would be shown by what it refuses.
  const refusedGood = wrongWords(takes, goodWords(takes));
  const wrong: string[] = refusedGood === null ? [] : [`${name}: ${refusedGood}`];
  for (const words of badWords(takes)) {
    const { code, said } = await refusal(commands, [name, ...words]);
    const [why = '', usage = '', ...more] = said;
    const isRefused =
      code === 2 && /^.+\.$/.test(why) && usage.includes(`npm run bough -- ${name}`) && more.length === 0;
    if (!isRefused) wrong.push(`${name} ${words.join(' ')}: ${code} ${said.join(' | ')}`);
  }
  return wrong;
}

function wordFor(usage: string): string {
  if (usage === 'N') return '1';
  if (usage === 'MAP') return 'A'.repeat(22);
  return usage.startsWith('FOLDER') ? '/backups' : (usage.split('|').at(-1) ?? usage).toLowerCase();
}
