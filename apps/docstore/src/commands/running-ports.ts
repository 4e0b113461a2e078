import { isRecord, tryJson } from '@bough/base';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The ports of the services that `npm start` runs on this data folder, by name, as its note has them; none where there is no note. */
export function runningPorts(data: string): ReadonlyMap<string, number> {
  try {
    const note = tryJson(readFileSync(join(data, 'running.json'), 'utf8'));
    const ports = isRecord(note) && isRecord(note['ports']) ? note['ports'] : {};
    return new Map(Object.entries(ports).filter((entry): entry is [string, number] => Number.isInteger(entry[1])));
  } catch {
    // Nobody runs here, or the note is half of one.
    return new Map();
  }
}
