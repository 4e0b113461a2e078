import type { ChaosReport } from './run.ts';

/** What was done to the stack and what came of it, for people (Markdown): first what is wrong, then seed by seed what was injected and seen. */
export function reportOf(reports: readonly ChaosReport[], minutes: number): string {
  const wrong = reports.filter(({ problems }) => problems.length > 0);
  const verdict =
    wrong.length === 0
      ? 'Every oracle holds.'
      : `**${wrong.length} of ${reports.length} seeds found something: ${wrong.map(({ seed }) => seed).join(', ')}.**`;
  const standIns = [...new Set(reports.flatMap((one) => one.standIns))];
  return [
    `# Chaos: ${counted(reports.length, 'seed')} of ${counted(minutes, 'minute')}`,
    [verdict, ...standIns.map((one) => `${one}.`)].join(' '),
    tableOf(
      [
        'seed',
        'faults',
        'changes',
        'comments',
        'typed in Chromium',
        'let in, sent away',
        'files',
        'not had, explained',
        'at rest',
        'problems',
      ],
      reports.map(rowOf),
    ),
    'Files that were not had are explained by what was done, at that moment or just before, to something that they need.',
    ...reports.map(seedOf),
  ].join('\n\n');
}

function rowOf({
  seed,
  injected,
  changes,
  comments,
  typed,
  shared,
  files,
  convergedMs,
  problems,
}: ChaosReport): string[] {
  const explained = files.missed.filter(({ because }) => because.length > 0).length;
  return [
    seed,
    injected.length,
    changes,
    comments,
    typed,
    `${shared.letIn}, ${shared.sentAway}`,
    files.asked,
    `${files.missed.length}, ${explained}`,
    `${(convergedMs / 1000).toFixed(1)} s`,
    problems.length,
  ].map(String);
}

function seedOf({ seed, injected, seen, never, files, rotten, problems, logs }: ChaosReport): string {
  const kinds = new Map<string, number>();
  for (const { kind } of injected) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const { turned, readElsewhere, repaired } = rotten;
  const missed = files.missed.map(({ atMs, format, tookMs, said, because, isTriedAgain }) => [
    at(atMs),
    format,
    `${(tookMs / 1000).toFixed(1)} s`,
    because.join('; ') || `**nothing**${isTriedAgain ? ' (tried again)' : ''}`,
    said,
  ]);
  return [
    `## Seed ${seed}: ${problems.length === 0 ? 'every oracle holds' : counted(problems.length, 'problem')}`,
    ...problems.map((one) => `- **${one}**`),
    `Injected: ${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')}. ${counted(turned, 'bit')} turned: ` +
      `${counted(readElsewhere, 'read')} from the second location instead, ${counted(repaired, 'object')} left to \`repair\`.`,
    ...never.map((one) => `Not tried here: ${one}`),
    tableOf(
      ['at', 'what'],
      seen.map(({ atMs, what }) => [at(atMs), what]),
    ),
    ...(missed.length === 0
      ? []
      : [tableOf(['at', 'file not had', 'after', 'because of', 'what its person read'], missed)]),
    ...logs.map(({ name, said }) => `The end of what ${name} logged:\n\n\`\`\`\n${said.trim()}\n\`\`\``),
  ].join('\n\n');
}

function at(atMs: number): string {
  return `${(atMs / 1000).toFixed(1)} s`;
}

function tableOf(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [names, names.map(() => '---'), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`)
    .join('\n');
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
