import {
  commandProgram,
  commandSettings,
  gatewaySettings,
  platformClock,
  platformIds,
  platformRandom,
  runCommand,
} from '@bough/service';
import { openMetadata } from '../open-metadata.ts';
import { deriveKeys } from '../session/keys.ts';
import { setUpLink } from '../set-up.ts';
import { commands } from './commands.ts';

// npm run bough -- NAME [arguments]: what an operator does with people. It reads the gateway's settings.

await commandProgram((words, say) =>
  runCommand(commands, words, say, async () => {
    const made = { setting: 'BOUGH_COOKIE_KEYS', file: 'cookie-keys' };
    const settings = commandSettings('gateway', gatewaySettings, made);
    const metadata = await openMetadata(settings);
    return {
      clock: platformClock,
      ids: platformIds,
      random: platformRandom,
      metadata,
      setUpLink: setUpLink(settings.BOUGH_PUBLIC_URL, deriveKeys(settings.BOUGH_COOKIE_KEYS).setUp),
      say,
      close: () => metadata.close(),
    };
  }),
);
