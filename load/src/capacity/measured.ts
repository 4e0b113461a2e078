import type { Results } from '../results/results-file.ts';

// What the capacity page is worked out from: figures of load/RESULTS.md, by the command that measured them and by their name.

export const CROWD = 'npm run load -- crowd --stack full';
export const IDLE = 'npm run load -- idle';
export const STEPS = 'npm run load -- steps';
export const STEPS_FULL = 'npm run load -- steps --stack full';
export const FLEET = 'npm run load -- fleet';
export const BLOBS = 'npm run bench -- blobs';

/** What was measured. */
export interface Measured {
  /** How many people were at work at once, in `changesASecond` changes together. */
  readonly people: number;
  readonly changesASecond: number;
  /** Cores of all gateways and all docstores while they were. */
  readonly gatewayCores: number;
  readonly docstoreCores: number;
  /** Requests for one change, of both locations together. */
  readonly writesOfChange: number;
  readonly readsOfChange: number;
  readonly socketKilobytes: number;
  readonly openMapKilobytes: number;
  /** Bytes at rest of one change, in one location. */
  readonly changeBytes: number;
  /** How many times as much the same changes take as rows of a database. */
  readonly rowsTimes: number;
  /** Visits that one core carries in a second, and what is left of that at three times the load. */
  readonly knee: number;
  readonly leftBeyond: number;
  /** The same with the database, the stores and the bus of a fleet beside it. */
  readonly fullKnee: number;
  /** Processor time of a change with four of each, of that with one. */
  readonly fourAgainstOne: number;
}

/** Reads them; throws in one sentence that names the command which has to run before. */
export function measuredIn(results: Results): Measured {
  const of = (command: string, name: string): number => valueOf(results, command, name);
  return {
    people: of(CROWD, 'people'),
    changesASecond: of(CROWD, 'changes kept'),
    gatewayCores: of(CROWD, 'gateways together'),
    docstoreCores: of(CROWD, 'docstores together'),
    writesOfChange: of(CROWD, 'requests to storage that write, of a change'),
    readsOfChange: of(CROWD, 'requests to storage that read, of a change'),
    socketKilobytes: of(IDLE, 'memory of each, in use'),
    openMapKilobytes: of(IDLE, 'memory of each open map, in use by docstore'),
    changeBytes: of(BLOBS, 'bytes per edit in blobs'),
    rowsTimes: of(BLOBS, 'bytes at rest, rows against blobs'),
    knee: of(STEPS, 'the knee'),
    leftBeyond: of(STEPS, "goodput at three times the knee's load, of the knee's"),
    fullKnee: of(STEPS_FULL, 'the knee'),
    fourAgainstOne: of(FLEET, '4: processor time of a change, of that of one'),
  };
}

/** The number of a figure, without its unit. */
function valueOf({ sections }: Results, command: string, name: string): number {
  const section = sections.find((each) => each.command === command);
  const text = section?.figures.find((figure) => figure.name === name)?.value;
  const value = Number.parseFloat(text ?? '');
  if (!Number.isFinite(value)) {
    const asResults = command.replace(/^npm run (?:bench|load) -- (.*)$/, "npm run results -- '$1'");
    throw new Error(`load/RESULTS.md has no "${name}" of \`${command}\`: run ${asResults} first.`);
  }
  return value;
}
