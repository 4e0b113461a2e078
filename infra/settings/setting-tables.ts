import { backupSettings, type SettingsTable } from '@bough/service';

/** The table of each service, as its app has it in src/settings.ts. No part may import an app, so infra reads them as it starts them: by path. */
export const SERVICE_TABLES: Readonly<Record<string, SettingsTable>> = {
  gateway: await tableOf('gateway'),
  docstore: await tableOf('docstore'),
  mailer: await tableOf('mailer'),
  exporter: await tableOf('exporter'),
};

/** Every setting of every service. */
export const EVERY_SETTING: SettingsTable = Object.fromEntries(
  [...Object.values(SERVICE_TABLES), backupSettings].flatMap((table) => Object.entries(table)),
);

async function tableOf(app: string): Promise<SettingsTable> {
  const module = (await import(`../../apps/${app}/src/settings.ts`)) as Readonly<
    Record<string, SettingsTable | undefined>
  >;
  const table = module[`${app}Settings`];
  if (table === undefined) throw new Error(`apps/${app}/src/settings.ts has no ${app}Settings`);
  return table;
}
