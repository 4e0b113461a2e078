import { backupSettings, type Setting, settingsTable, type SettingsTable } from '@bough/service';
import { EVERY_SETTING, SERVICE_TABLES } from './setting-tables.ts';

// docs/settings.md has every setting, README.md the five that most people change, and packages/service the names of all. They are
// written from what services read.

const FIVE = ['PORT', 'BOUGH_DATA', 'BOUGH_PUBLIC_URL', 'BOUGH_REGISTRATION', 'BOUGH_MAIL'];
const BLOCK = /(<!-- settings: [^\n]* -->\n)[^]*?(\n<!-- end of settings -->\n)/;

/** The files that are written from the settings, by their path from the root: what each becomes, given what it is. */
export const SETTINGS_FILES: Readonly<Record<string, (text: string) => string>> = {
  'docs/settings.md': (text) => withSettings(text, allSettings()),
  'README.md': (text) => withSettings(text, fiveSettings()),
  'packages/service/src/settings/setting-names.json': () => `${JSON.stringify(names(), null, 2)}\n`,
};

/** Formatters would align the columns, which no test and no reader wants. */
const AS_WRITTEN = ['<!-- prettier-ignore-start -->', '<!-- prettier-ignore-end -->'] as const;

/** The text of a document with `tables` in its place for settings. Throws when the document has no such place. */
export function withSettings(document: string, tables: string): string {
  if (!BLOCK.test(document)) throw new Error('the document has no place for the settings');
  return document.replace(
    BLOCK,
    (_, start: string, end: string) => `${start}\n${AS_WRITTEN.join(`\n\n${tables.trim()}\n\n`)}\n${end}`,
  );
}

function allSettings(): string {
  const common = ofEveryService();
  const own = Object.entries(SERVICE_TABLES).map(([name, table]) => [name, without(table, common)] as const);
  return [['every service', common] as const, ...own, ['backup and restore', backupSettings] as const]
    .map(([name, table]) => `## ${name}\n\n${settingsTable(table)}\n`)
    .join('\n');
}

function fiveSettings(): string {
  const all: Readonly<Record<string, Setting>> = { ...SERVICE_TABLES['mailer'], ...SERVICE_TABLES['gateway'] };
  return settingsTable(
    Object.fromEntries(FIVE.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]))),
  );
}

/** What sets a setting, by itself or, for a secret, as NAME_FILE. */
function names(): readonly string[] {
  return Object.entries(EVERY_SETTING).flatMap(([name, { secret }]) =>
    secret === true ? [name, `${name}_FILE`] : [name],
  );
}

/** What each service reads in the same way. */
function ofEveryService(): SettingsTable {
  const [first = {}, ...others] = Object.values(SERVICE_TABLES);
  return Object.fromEntries(
    Object.entries(first).filter(([name, setting]) => others.every((table) => table[name] === setting)),
  );
}

function without(table: SettingsTable, common: SettingsTable): SettingsTable {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !Object.hasOwn(common, name)));
}
