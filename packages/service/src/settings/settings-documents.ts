import { settingsTable } from './settings.ts';
import {
  backupSettings,
  docstoreSettings,
  exporterSettings,
  gatewaySettings,
  mailerSettings,
} from './settings-tables.ts';

const START = /<!-- settings: [^\n]* -->\n/;
const END = '\n## Licence';

/** The README with its tables of settings as they are now. Throws when the README has no place for them. */
export function withSettings(readme: string): string {
  const start = START.exec(readme);
  const end = readme.indexOf(END);
  if (start === null || end < start.index) throw new Error('the README has no place for the settings');
  const head = readme.slice(0, start.index + start[0].length);
  return `${head}\n${tables()}${readme.slice(end)}`;
}

function tables(): string {
  const services = {
    gateway: gatewaySettings,
    docstore: docstoreSettings,
    mailer: mailerSettings,
    exporter: exporterSettings,
    'backup and restore': backupSettings,
  };
  return Object.entries(services)
    .map(([name, table]) => `### ${name}\n\n${settingsTable(table).trim()}\n`)
    .join('\n');
}
