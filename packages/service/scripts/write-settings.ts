import { readFileSync, writeFileSync } from 'node:fs';
import { withSettings } from '../src/settings/readme-settings.ts';

// Writes the tables of settings into the README.

const readme = new URL('../../../README.md', import.meta.url);
writeFileSync(readme, withSettings(readFileSync(readme, 'utf8')));
