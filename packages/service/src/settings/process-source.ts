import { readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import type { SettingsSource } from './settings.ts';

/** Settings as a process has them: its environment, and the files that this names. */
export function processSource(environment: SettingsSource['environment'] = process.env): SettingsSource {
  return { environment, readFile: (path) => readFileSync(path, 'utf8'), readYaml: parseYaml };
}
