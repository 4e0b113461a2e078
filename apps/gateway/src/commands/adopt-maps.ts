import { type Clock, isRecord, parseMapId, parsePersonId, type PersonId, tryJson } from '@bough/base';
import { emailAddress } from '@bough/contracts';
import type { Command } from '@bough/service';
import { type AuditLog, OF_BOUGH } from '../features/audit/audit-log.ts';
import { asTitle } from '../features/maps/titles.ts';
import type { Metadata } from '../metadata/metadata.ts';

// Maps that come from another program have documents and nobody who has them. docstore's list-rows says whose they are, a line for each; here they get
// their owner. Which are there already is left as it is, so that it may be run again.

/** What it works with. */
export interface AdoptParts {
  readonly clock: Clock;
  readonly metadata: Metadata;
  readonly audit: Pick<AuditLog, 'add'>;
  /** Standard input, line by line. */
  readonly lines: () => AsyncIterable<string>;
  readonly say: (line: string) => void;
}

/** Reads lines `{"map":"...","title":"...","owner":"..."}`; the owner is an address or the id of a person. */
export const adoptMaps: Command<AdoptParts> = {
  name: 'adopt-maps',
  takes: '',
  does: 'Gives maps that moved here to their owners, from the lines of list-rows on standard input.',
  run: async (parts) => {
    let [adopted, known, wrong] = [0, 0, 0];
    for await (const line of parts.lines()) {
      if (line.trim() === '') continue;
      const outcome = await adopt(parts, line);
      if (outcome.kind === 'adopted') adopted++;
      if (outcome.kind === 'known') known++;
      if (outcome.kind !== 'wrong') continue;
      wrong++;
      parts.say(outcome.why);
    }
    await parts.audit.add({ ...OF_BOUGH, what: 'operator-command', via: 'command', about: { command: 'adopt-maps' } });
    parts.say(`${adopted} maps have their owner now, ${known} had one before, ${wrong} have none`);
    return wrong === 0 ? 0 : 1;
  },
};

/** `known`: it had an owner. */
type Outcome =
  | { readonly kind: 'adopted' }
  | { readonly kind: 'known' }
  | { readonly kind: 'wrong'; readonly why: string };

/** Gives the map of this line to its owner. */
async function adopt({ metadata, clock }: AdoptParts, line: string): Promise<Outcome> {
  const said = tryJson(line);
  const { map: id, title, owner } = isRecord(said) ? said : {};
  const map = parseMapId(id);
  if (map === null || typeof title !== 'string' || typeof owner !== 'string')
    return noted(`"${line.slice(0, 80)}" is no line of list-rows`);
  const isThere = (await metadata.map(map)) !== null;
  if (isThere && (await metadata.grantsOnMaps([map])).some(({ role }) => role === 'own')) return { kind: 'known' };
  const person = await personOf(metadata, owner);
  if (person === null)
    return noted(`${map}: nobody is "${owner}" here; npm run bough -- add-person makes an account for an address`);
  const at = Math.floor(clock.now());
  // One that a kill left without its owner.
  if (isThere) {
    await metadata.setOpened(map, person, at);
    await metadata.addGrant({ map, person, role: 'own', link: null, at });
  } else await metadata.addMap({ id: map, title: asTitle(title), createdAt: at }, person);
  return { kind: 'adopted' };
}

function noted(why: string): Outcome {
  return { kind: 'wrong', why };
}

async function personOf(metadata: Metadata, owner: string): Promise<PersonId | null> {
  const id = parsePersonId(owner);
  if (id !== null) return (await metadata.person(id))?.id ?? null;
  const email = emailAddress(owner.trim().toLowerCase());
  return email.ok ? ((await metadata.personByEmail(email.value))?.id ?? null) : null;
}
