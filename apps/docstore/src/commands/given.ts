import { err, ok, parseMapId, type Result } from '@bough/base';

/** What a command is given behind its name. */
export interface Given {
  /** Empty: all of them. */
  readonly maps: readonly string[];
  /** Empty unless the command takes a folder. */
  readonly folder: string;
  /** The value of the command's option; null: not given. */
  readonly number: number | null;
  /** Which location is right, or meant. */
  readonly keep: 'first' | 'second' | null;
  /** Whether `--yes` was given: what it loses was read. */
  readonly isSure: boolean;
}

/** What may stand behind a command's name: nothing, maps, a map or a folder that must be named, a map and which location is right, a location, `--yes`, or `--option N`. */
export type Takes = 'nothing' | 'maps' | 'map' | 'folder' | 'map to keep' | 'location' | 'yes' | `--${string}`;

/** How a command is written, with what it takes. */
export function usageOf(name: string, takes: Takes): string {
  switch (takes) {
    case 'nothing':
      return name;
    case 'maps':
      return `${name} [MAP ...]`;
    case 'map':
      return `${name} MAP`;
    case 'folder':
      return `${name} FOLDER`;
    case 'map to keep':
      return `${name} MAP --keep first|second [--yes]`;
    case 'location':
      return `${name} first|second [--yes]`;
    case 'yes':
      return `${name} [--yes]`;
    default:
      return `${name} [${takes} N]`;
  }
}

/** Reads what stands behind a command's name: whatever is not meant to be there is refused, never passed over. */
export function readGiven(takes: Takes, args: readonly string[]): Result<Given, string> {
  const nothing: Given = { maps: [], folder: '', number: null, keep: null, isSure: false };
  const [first, second] = args;
  if (takes === 'yes') {
    if (args.length === 0) return ok(nothing);
    return args.length === 1 && first === '--yes' ? ok({ ...nothing, isSure: true }) : err('Only --yes may follow.');
  }
  if (takes === 'location') return readLocation(nothing, args);
  if (takes === 'map to keep') return readKept(nothing, args);
  if (takes === 'maps' || takes === 'map') {
    if (takes === 'map' && args.length !== 1) return err('Name one map.');
    const wrong = args.find((arg) => parseMapId(arg) === null);
    return wrong === undefined
      ? ok({ ...nothing, maps: args })
      : err(`${JSON.stringify(wrong)} is not the id of a map.`);
  }
  if (takes === 'folder') {
    if (first === undefined) return err('Name the folder of the backup.');
    return args.length === 1 && !first.startsWith('-') ? ok({ ...nothing, folder: first }) : err('Name one folder.');
  }
  if (first === undefined) return ok(nothing);
  if (first !== takes) return err(`${JSON.stringify(first)} means nothing here.`);
  if (args.length !== 2 || second === undefined || !/^[0-9]{1,6}$/.test(second)) {
    return err(`${takes} is followed by a whole number.`);
  }
  return ok({ ...nothing, number: Number(second) });
}

function readKept(nothing: Given, [map = '', option, keep, sure, ...more]: readonly string[]): Result<Given, string> {
  if (map === '' || map.startsWith('--')) return err('Name one map.');
  if (parseMapId(map) === null) return err(`${JSON.stringify(map)} is not the id of a map.`);
  if (option !== '--keep' || (keep !== 'first' && keep !== 'second')) return err('Say --keep first or --keep second.');
  if (more.length > 0 || (sure !== undefined && sure !== '--yes')) return err('Only --yes may follow.');
  return ok({ ...nothing, maps: [map], keep, isSure: sure === '--yes' });
}

function readLocation(nothing: Given, [which, sure, ...more]: readonly string[]): Result<Given, string> {
  if (which !== 'first' && which !== 'second') return err('Say first or second.');
  if (more.length > 0 || (sure !== undefined && sure !== '--yes')) return err('Only --yes may follow.');
  return ok({ ...nothing, keep: which, isSure: sure === '--yes' });
}
