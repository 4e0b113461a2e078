import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { accountsContract } from './people/accounts-contract.ts';
import { atOnceContract } from './at-once-contract.ts';
import { auditContract } from './audit-contract.ts';
import { foldersContract } from './folders-contract.ts';
import { grantsContract } from './grants-contract.ts';
import { asksContract } from './asks-contract.ts';
import { invitationsContract } from './invitations-contract.ts';
import { groupsContract } from './groups-contract.ts';
import { linksContract } from './links-contract.ts';
import { mapsContract } from './maps-contract.ts';
import { passkeysContract } from './people/passkeys-contract.ts';
import { peopleContract } from './people/people-contract.ts';
import { picturesContract } from './pictures-contract.ts';
import { ringsContract } from './rings-contract.ts';
import { recordsContract } from './records-contract.ts';
import { secondStepsContract } from './people/second-steps-contract.ts';
import { sessionsContract } from './people/sessions-contract.ts';
import { setUpContract } from './people/set-up-contract.ts';
import { signInsContract } from './people/sign-ins-contract.ts';
import { tokensContract } from './people/tokens-contract.ts';
import { watchesContract } from './watches-contract.ts';
import { wordsContract } from './words-contract.ts';

/** What every implementation of the port Metadata keeps. `open` answers one store, which the tests share. */
export function metadataContract(open: () => Metadata): void {
  peopleContract(open);
  accountsContract(open);
  secondStepsContract(open);
  setUpContract(open);
  signInsContract(open);
  mapsContract(open);
  grantsContract(open);
  linksContract(open);
  groupsContract(open);
  foldersContract(open);
  invitationsContract(open);
  asksContract(open);
  watchesContract(open);
  ringsContract(open);
  picturesContract(open);
  tokensContract(open);
  passkeysContract(open);
  wordsContract(open);
  sessionsContract(open);
  auditContract(open);
  recordsContract(open);
  atOnceContract(open);

  test('[GW-7] it says whether it answers', async () => {
    await expect(open().ping()).resolves.toBeUndefined();
  });
}
