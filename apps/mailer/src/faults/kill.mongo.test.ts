import { describeWith } from '@bough/house/servers';
import { afterEach } from 'vitest';
import { gatheringKillContract, killContract, otherMachineContract } from '../testing/kill-contract.ts';
import { endAll } from '../testing/mail-world.ts';

afterEach(endAll);

describeWith('mongodb', (server) => {
  let databases = 0;
  const storage = (): Record<string, string> => {
    const url = new URL(server().url);
    url.pathname = `/${server().database}_kill_${++databases}`;
    return { BOUGH_METADATA: 'mongodb', BOUGH_MONGODB_URL: url.href };
  };
  killContract(storage);
  gatheringKillContract(storage);
  otherMachineContract(storage);
});
