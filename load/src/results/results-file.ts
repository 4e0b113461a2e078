import type { Verdict } from '../verdicts.ts';

// load/RESULTS.md: what this machine measured, a section for each command. Written by `npm run results`, never by hand.

/** One command, as it was run. */
export interface Section {
  readonly command: string;
  /** The day, and the commit that was measured; a plus: with changes that are not committed. */
  readonly day: string;
  readonly commit: string;
  readonly verdict: 'holds' | 'falls short' | 'did not end';
  /** What is not the real thing. */
  readonly standIns: readonly string[];
  readonly figures: readonly Verdict[];
}

export interface Results {
  readonly machine: string;
  readonly sections: readonly Section[];
}

const HEAD = `# Results

What the benchmarks and loads of Bough measured. Written by \`npm run results\`, which says how in [CONTRIBUTING](../CONTRIBUTING.md); not by hand.
`;
const COLUMNS = '| figure | value | bar | |\n| --- | --- | --- | --- |';
const UNFORMATTED = '<!-- prettier-ignore-start -->';
const FORMATTED = '<!-- prettier-ignore-end -->';
const SECTION = /^## `([^`]+)`$/;
const FACTS = /^(\d{4}-\d\d-\d\d), ([0-9a-f]{8}\+?): (holds|falls short|did not end)(?: \(with (.*)\))?$/;
const ROW = /^\| (.*) \| (.*) \| (.*) \| (holds|\*\*falls short\*\*|) \|$/;

/** The file. */
export function writeResults({ machine, sections }: Results): string {
  const written = sections.toSorted((a, b) => a.command.localeCompare(b.command)).map(writeSection);
  return [HEAD, `Machine: ${machine}\n`, ...written].join('\n');
}

function writeSection({ command, day, commit, verdict, standIns, figures }: Section): string {
  const beside = standIns.length === 0 ? '' : ` (with ${standIns.join(', ')})`;
  const rows = figures.map(({ name, value, bar, holds }) => {
    const judged = bar === null ? '' : holds ? 'holds' : '**falls short**';
    return `| ${name} | ${value} | ${bar ?? ''} | ${judged} |`;
  });
  const table = rows.length === 0 ? '' : `\n${UNFORMATTED}\n\n${COLUMNS}\n${rows.join('\n')}\n\n${FORMATTED}\n`;
  return `## \`${command}\`\n\n${day}, ${commit}: ${verdict}${beside}\n${table}`;
}

/** What the file says; nothing where it is none of ours. */
export function readResults(text: string): Results {
  const sections: Section[] = [];
  let machine = '';
  let command: string | null = null;
  for (const line of text.split('\n')) {
    machine = line.startsWith('Machine: ') ? line.slice('Machine: '.length) : machine;
    command = SECTION.exec(line)?.[1] ?? command;
    const [, day, commit, verdict, standIns] = FACTS.exec(line) ?? [];
    if (command !== null && day !== undefined && commit !== undefined && isVerdict(verdict))
      sections.push({ command, day, commit, verdict, standIns: standIns?.split(', ') ?? [], figures: [] });
    const [, name, value, bar, judged] = ROW.exec(line) ?? [];
    const last = sections.at(-1);
    if (last === undefined || name === undefined || value === undefined || /^(?:-+|figure)$/.test(name)) continue;
    const figure = {
      name,
      value,
      bar: bar === '' || bar === undefined ? null : bar,
      holds: judged !== '**falls short**',
    };
    sections[sections.length - 1] = { ...last, figures: [...last.figures, figure] };
  }
  return { machine, sections };
}

function isVerdict(word: string | undefined): word is Section['verdict'] {
  return word === 'holds' || word === 'falls short' || word === 'did not end';
}

/**
 * The old results with the new sections in their places; those of another machine are not comparable and go. A run that did not end, as one that was
 * stopped or found no server, has measured nothing: it takes the place of nothing that was measured.
 */
export function merged(old: Results, fresh: Results): Results {
  const hasEnded = ({ verdict }: Section): boolean => verdict !== 'did not end';
  if (old.machine !== fresh.machine) return old.sections.some(hasEnded) && !fresh.sections.some(hasEnded) ? old : fresh;
  const measured = new Set(old.sections.filter(hasEnded).map(({ command }) => command));
  const sections = fresh.sections.filter((each) => hasEnded(each) || !measured.has(each.command));
  const again = new Set(sections.map(({ command }) => command));
  return { ...fresh, sections: [...old.sections.filter(({ command }) => !again.has(command)), ...sections] };
}

/** The runs that are asked for, all where none is named; names that are none of them, where there are some. */
export function chosenRuns<Run extends { readonly args: readonly string[] }>(
  all: readonly Run[],
  wanted: readonly string[],
): { readonly runs: readonly Run[]; readonly unknown: readonly string[] } {
  const nameOf = ({ args }: Run): string => args.join(' ');
  const unknown = wanted.filter((name) => !all.some((run) => nameOf(run) === name));
  return { runs: all.filter((run) => wanted.length === 0 || wanted.includes(nameOf(run))), unknown };
}
