import { afterEach } from 'vitest';
import { gatheringKillContract, killContract } from '../testing/kill-contract.ts';
import { endAll } from '../testing/mail-world.ts';

afterEach(endAll);

// The outbox is in a file of the mailer's own data folder.
const storage = () => ({ BOUGH_METADATA: 'sqlite' });
killContract(storage);
gatheringKillContract(storage);
