import { readFileSync, writeFileSync } from 'node:fs';
import { SETTINGS_DOCUMENTS, withSettings } from '../src/settings/settings-documents.ts';

// Writes the tables of settings into docs/settings.md and the README.

for (const [path, tables] of Object.entries(SETTINGS_DOCUMENTS)) {
  const file = new URL(`../../../${path}`, import.meta.url);
  writeFileSync(file, withSettings(readFileSync(file, 'utf8'), tables()));
}
