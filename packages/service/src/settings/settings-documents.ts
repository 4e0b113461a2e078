import { type Setting, settingsTable, type SettingsTable } from './settings.ts';
import {
  backupSettings,
  docstoreSettings,
  exporterSettings,
  gatewaySettings,
  mailerSettings,
} from './settings-tables.ts';

// docs/settings.md has every setting, README.md the five that most people change. Both tables are written from what services read.

const SERVICES: Readonly<Record<string, SettingsTable>> = {
  gateway: gatewaySettings,
  docstore: docstoreSettings,
  mailer: mailerSettings,
  exporter: exporterSettings,
};
const FIVE = ['PORT', 'BOUGH_DATA', 'BOUGH_PUBLIC_URL', 'BOUGH_REGISTRATION', 'BOUGH_MAIL'];
const BLOCK = /(<!-- settings: [^\n]* -->\n)[^]*?(\n<!-- end of settings -->\n)/;

/** The documents that have a table of settings, by their path from the root, each with that table as it is now. */
export const SETTINGS_DOCUMENTS: Readonly<Record<string, () => string>> = {
  'docs/settings.md': allSettings,
  'README.md': fiveSettings,
};

/** The text of a document with `tables` in its place for settings. Throws when the document has no such place. */
export function withSettings(document: string, tables: string): string {
  if (!BLOCK.test(document)) throw new Error('the document has no place for the settings');
  return document.replace(BLOCK, (_, start: string, end: string) => `${start}\n${tables.trim()}\n${end}`);
}

function allSettings(): string {
  const common = ofEveryService();
  const own = Object.entries(SERVICES).map(([name, table]) => [name, without(table, common)] as const);
  return [['every service', common] as const, ...own, ['backup and restore', backupSettings] as const]
    .map(([name, table]) => `## ${name}\n\n${settingsTable(table)}\n`)
    .join('\n');
}

function fiveSettings(): string {
  const all = Object.entries<Setting>({ ...mailerSettings, ...gatewaySettings });
  return settingsTable(Object.fromEntries(all.filter(([name]) => FIVE.includes(name)).toSorted(byFive)));
}

function byFive([a]: readonly [string, Setting], [b]: readonly [string, Setting]): number {
  return FIVE.indexOf(a) - FIVE.indexOf(b);
}

/** What each service reads in the same way. */
function ofEveryService(): SettingsTable {
  const [first = {}, ...others] = Object.values(SERVICES);
  return Object.fromEntries(
    Object.entries(first).filter(([name, setting]) => others.every((table) => table[name] === setting)),
  );
}

function without(table: SettingsTable, common: SettingsTable): SettingsTable {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !Object.hasOwn(common, name)));
}
