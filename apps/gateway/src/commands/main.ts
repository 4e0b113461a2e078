import { inSentences } from '@bough/base';
import {
  commandProgram,
  commandSettings,
  migrateCommand,
  pipedLines,
  platformPorts,
  runCommand,
  writeLine,
} from '@bough/service';
import { AuditLog, OF_BOUGH } from '../features/audit/audit-log.ts';
import { beginAnew, lossOfPeople } from '../metadata/sqlite/sqlite-metadata.ts';
import { openMetadata } from '../metadata/open-metadata.ts';
import { deriveKeys, MADE_KEYS } from '../secrets/keys.ts';
import { setUpLink } from '../features/sign-in/set-up.ts';
import { migratePeople } from '../moving/migrate-people.ts';
import { acceptPeopleLoss } from './accept-loss.ts';
import { commands } from './commands.ts';
import { gatewaySettings } from '../settings.ts';

// npm run bough -- NAME [arguments]: what an operator does with people. It reads the gateway's settings.

/** It opens two databases, of which the settings name one. */
const MIGRATE = migrateCommand(migratePeople);

await commandProgram(async (words, say) => {
  if (words[0] === MIGRATE.name)
    return await runCommand([MIGRATE], words, say, async () => ({ say, close: () => undefined }));
  return await (words[0] === acceptPeopleLoss.name ? acceptLoss(words, say) : runOnPeople(words, say));
});

/** It runs where the database does not open, so it opens none. */
async function acceptLoss(words: readonly string[], say: (line: string) => void): Promise<number> {
  return await runCommand([acceptPeopleLoss], words, say, async () => {
    const { BOUGH_DATA, BOUGH_METADATA, BOUGH_MONGODB_URL, BOUGH_COOKIE_KEYS } = gatewaySettings;
    const settings = commandSettings('gateway', { BOUGH_DATA, BOUGH_METADATA, BOUGH_MONGODB_URL });
    if (settings.BOUGH_METADATA !== 'sqlite')
      throw new Error('People are in MongoDB: there is no file that may be gone.');
    const folder = settings.BOUGH_DATA;
    const look = (): string | null => {
      const failure = lossOfPeople(folder);
      return failure === null ? null : inSentences(failure);
    };
    const begin = async (): Promise<void> => {
      const { BOUGH_COOKIE_KEYS: keys } = commandSettings('gateway', { BOUGH_DATA, BOUGH_COOKIE_KEYS }, MADE_KEYS);
      beginAnew(folder);
      const metadata = await openMetadata(settings);
      const audit = new AuditLog({ ...platformPorts, metadata, auditKeys: deriveKeys(keys).audit });
      const about = { command: 'accept-loss people --yes' };
      await audit.add({ ...OF_BOUGH, what: 'operator-command', via: 'command', about });
      await metadata.close();
    };
    return { look, beginAnew: begin, say, close: () => undefined };
  });
}

async function runOnPeople(words: readonly string[], say: (line: string) => void): Promise<number> {
  // Those who ask for all of them are told of that one too, which is not run here.
  const listed = { ...acceptPeopleLoss, run: () => acceptLoss(words, say) };
  return await runCommand([...commands, listed], words, say, async () => {
    const settings = commandSettings('gateway', gatewaySettings, MADE_KEYS);
    const metadata = await openMetadata(settings);
    const { setUp: setUpKeys, audit: auditKeys } = deriveKeys(settings.BOUGH_COOKIE_KEYS);
    return {
      ...platformPorts,
      metadata,
      auditKeys,
      audit: new AuditLog({ ...platformPorts, metadata, auditKeys }),
      write: writeLine,
      lines: pipedLines,
      setUpLink: (turn) => setUpLink(settings.BOUGH_PUBLIC_URL, setUpKeys, turn),
      say,
      close: () => metadata.close(),
    };
  });
}
