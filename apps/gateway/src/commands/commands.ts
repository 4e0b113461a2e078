import { type Clock, type Ids, parseMapId, parsePersonId, type PersonId, type Random } from '@bough/base';
import { emailAddress } from '@bough/contracts';
import type { Command } from '@bough/service';
import { type AuditLog, OF_BOUGH } from '../features/audit/audit-log.ts';
import type { About, AuditKind } from '../features/audit/entry.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { Person } from '../metadata/people/people-store.ts';
import { anyBrowserOf } from '../metadata/sign-ins/sign-in-store.ts';
import { anyHue, nameOfAddress } from '../people/names.ts';
import { endSetUp, renewSetUp } from '../features/sign-in/set-up.ts';
import { adoptMaps, type AdoptParts } from './adopt-maps.ts';
import { type AuditCommandParts, auditCommands } from './audit-commands.ts';

// What an operator does with people and their lists while gateways run or not. Commands write to the database alone; gateways look there for ended
// sessions every few seconds.

/** What a command works with. */
export interface CommandParts extends AuditCommandParts, AdoptParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly metadata: Metadata;
  /** Writes an entry of the audit log. */
  readonly audit: Pick<AuditLog, 'add'>;
  /** The link of this turn that makes the first owner. */
  readonly setUpLink: (turn: number) => string;
}

const PAGE = 500;

/** All commands, in the order in which they are shown. */
export const commands: readonly Command<CommandParts>[] = [
  ...auditCommands,
  {
    name: 'people',
    takes: '',
    does: 'Lists who has an account: address, name, since when, last seen, and what is special about them.',
    run: async (parts) => {
      let count = 0;
      for await (const person of everybody(parts.metadata)) {
        count++;
        parts.say(await lineOf(person, parts.metadata));
      }
      parts.say(`${count} people`);
      return 0;
    },
  },
  {
    name: 'add-person',
    takes: 'ADDRESS [NAME ...]',
    does: 'Makes an account for an address, so that its owner can sign in by mail, also in a closed Bough.',
    run: async (parts, [address = '', ...name]) => {
      const email = emailAddress(address.toLowerCase());
      if (!email.ok) return refuse(parts, `"${address}" is not an address`);
      if ((await parts.metadata.personByEmail(email.value)) !== null) return refuse(parts, `${address} has an account`);
      const person = {
        id: newPersonId(parts.ids),
        name: name.join(' ') || nameOfAddress(email.value),
        email: email.value,
      };
      await parts.metadata.addPerson({ ...person, hue: anyHue(parts.random), createdAt: parts.clock.now() });
      await tell(parts, 'person-added', { to: person.id });
      parts.say(`${email.value} has an account now`);
      return 0;
    },
  },
  {
    name: 'disable',
    takes: 'ADDRESS',
    does: 'Ends every session of a person, and lets them in no more; their maps stay.',
    run: ofPerson(async (parts, person) => {
      const now = parts.clock.now();
      await parts.metadata.setDisabled(person.id, now);
      await parts.metadata.endSessions(person.id, now);
      await parts.metadata.removeSessionRecords(person.id, null);
      await tell(parts, 'person-disabled', { to: person.id });
      parts.say(`${person.email} is disabled; open pages close within seconds`);
    }),
  },
  {
    name: 'enable',
    takes: 'ADDRESS',
    does: 'Lets a disabled person in again.',
    run: ofPerson(async (parts, person) => {
      await parts.metadata.setDisabled(person.id, null);
      await tell(parts, 'person-enabled', { to: person.id });
      parts.say(`${person.email} may come in`);
    }),
  },
  {
    name: 'end-sessions',
    takes: 'ADDRESS',
    does: 'Signs a person out everywhere.',
    run: ofPerson(async (parts, person) => {
      await parts.metadata.endSessions(person.id, parts.clock.now());
      await parts.metadata.removeSessionRecords(person.id, null);
      await tell(parts, 'sign-out-everywhere', { to: person.id });
      parts.say(`${person.email} is signed out everywhere`);
    }),
  },
  {
    name: 'make-owner',
    takes: 'ADDRESS',
    does: 'Makes a person an owner of this Bough.',
    run: ofPerson(async (parts, person) => {
      await parts.metadata.setOwner(person.id, true, null);
      await endSetUp(parts.metadata);
      await tell(parts, 'owner-made', { to: person.id });
      parts.say(`${person.email} is an owner of this Bough`);
    }),
  },
  {
    name: 'unmake-owner',
    takes: 'ADDRESS',
    does: 'Takes that back.',
    run: ofPerson(async (parts, person) => {
      await parts.metadata.setOwner(person.id, false, null);
      await tell(parts, 'owner-unmade', { to: person.id });
      parts.say(`${person.email} is no owner of this Bough`);
    }),
  },
  {
    name: 'change-address',
    takes: 'ADDRESS NEW',
    does: 'Gives an account another address, takes away its password, passkeys and providers, signs it out: for giving it back.',
    run: async (parts, [address = '', to = '']) => {
      const [person, email] = [
        await parts.metadata.personByEmail(address.toLowerCase()),
        emailAddress(to.toLowerCase()),
      ];
      if (person === null || person.email === null) return refuse(parts, `nobody has the address "${address}"`);
      if (!email.ok) return refuse(parts, `"${to}" is not an address`);
      if (!(await parts.metadata.tryChangeEmail(person.id, person.email, email.value))) {
        return refuse(parts, `somebody else has the address ${email.value}`);
      }
      await closeWaysIn(parts.metadata, person.id);
      await parts.metadata.endSessions(person.id, parts.clock.now());
      await parts.metadata.removeSessionRecords(person.id, null);
      // What a session added before it was ended, too.
      await closeWaysIn(parts.metadata, person.id);
      await tell(parts, 'address-changed', { to: person.id });
      const left = 'no password, no passkey and no provider, and is signed out everywhere';
      parts.say(`the account has the address ${email.value}, ${left}; a mailed link signs its owner in`);
      const second = await parts.metadata.secondStep(person.id);
      if (second !== null && second.onAt !== null)
        parts.say(`Its second step stays; to take it away: npm run bough -- remove-second-step ${email.value}`);
      return 0;
    },
  },
  {
    name: 'remove-second-step',
    takes: 'ADDRESS',
    does: 'Takes away the second step of a person who has lost their app and recovery codes, and signs them out.',
    run: ofPerson(async (parts, person) => {
      if (!(await parts.metadata.removeSecondStep(person.id)))
        return refuse(parts, `${person.email} has no second step`);
      await parts.metadata.endSessions(person.id, parts.clock.now());
      await parts.metadata.removeSessionRecords(person.id, null);
      await tell(parts, 'second-step-off', { to: person.id });
      parts.say(`${person.email} signs in without a second step now, and is signed out everywhere`);
      return 0;
    }),
  },
  {
    name: 'set-up-link',
    takes: '',
    does: 'Shows the link that makes somebody the first owner.',
    run: async (parts) => {
      if (await parts.metadata.hasOwner()) return refuse(parts, 'this Bough has an owner; see make-owner');
      const turn = await parts.metadata.setUpTurn();
      if (turn % 2 === 1) return refuse(parts, 'the set-up link was used; renew-set-up-link makes another');
      parts.say(parts.setUpLink(turn));
      return 0;
    },
  },
  {
    name: 'renew-set-up-link',
    takes: '',
    does: 'Makes another such link, and shows it; those from before are worth nothing.',
    run: async (parts) => {
      if (await parts.metadata.hasOwner()) return refuse(parts, 'this Bough has an owner; see make-owner');
      const turn = await renewSetUp(parts.metadata);
      await tell(parts, 'set-up-link-renewed', {});
      parts.say(parts.setUpLink(turn));
      return 0;
    },
  },
  {
    name: 'note-outbox',
    takes: '[ID]',
    does: 'Writes into the audit log that mails are about to be shown: the beginning of outbox.',
    run: async (parts, words) => {
      await tell(parts, 'operator-command', { command: ['outbox', ...words].join(' ') });
      return 0;
    },
  },
  {
    name: 'show-map',
    takes: 'MAP',
    does: 'Shows a map in the lists of everybody who had it before it was put into the trash: the end of restore-map.',
    run: async (parts, [id = '']) => {
      const map = parseMapId(id);
      const known = map === null ? null : await parts.metadata.map(map);
      if (map === null || known === null) return refuse(parts, `no list has a map "${id}"`);
      await parts.metadata.setTrashed(map, null);
      await tell(parts, 'map-restored', { map });
      parts.say(`"${known.title}" is in the lists of everybody who had it`);
      return 0;
    },
  },
  adoptMaps,
];

function ofPerson(run: (parts: CommandParts, person: Person) => Promise<number | void>): Command<CommandParts>['run'] {
  return async (parts, [address = '']) => {
    const person = await parts.metadata.personByEmail(address.toLowerCase());
    if (person === null) return refuse(parts, `nobody has the address "${address}"`);
    return (await run(parts, person)) ?? 0;
  };
}

/** Takes away whatever lets somebody in but a link that is mailed to the account's address. */
async function closeWaysIn(metadata: Metadata, person: PersonId): Promise<void> {
  await metadata.setPassword(person, null);
  await metadata.leaveProviders(person);
  // Mailed to whoever took it: each of these would bring that address back.
  await metadata.forgetSignIns(anyBrowserOf(person), 0, null);
  for (const { id } of await metadata.passkeysOf(person)) await metadata.removePasskey(person, id);
}

/** What an operator did: nobody whom this Bough knows by name. */
async function tell(parts: CommandParts, what: AuditKind, about: About): Promise<void> {
  await parts.audit.add({ ...OF_BOUGH, what, via: 'command', about });
}

function refuse(parts: CommandParts, why: string): number {
  parts.say(`Nothing was done: ${why}.`);
  return 1;
}

async function* everybody(metadata: Metadata): AsyncGenerator<Person> {
  let last: PersonId | null = null;
  for (;;) {
    const page: readonly Person[] = await metadata.peopleAfter(last, PAGE);
    yield* page;
    last = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return;
  }
}

async function lineOf(person: Person, metadata: Metadata): Promise<string> {
  const { isOwner, disabledAt } = await metadata.account(person.id);
  const second = await metadata.secondStep(person.id);
  const [session] = await metadata.sessionRecords(person.id);
  const facts = [
    person.email ?? '',
    person.name,
    `since ${day(person.createdAt)}`,
    session === undefined ? 'signed in nowhere' : `seen ${day(session.seenAt)}`,
    ...(isOwner ? ['owner'] : []),
    ...(second === null || second.onAt === null ? [] : ['second step']),
    ...(disabledAt === null ? [] : [`disabled ${day(disabledAt)}`]),
  ];
  return facts.join('  ');
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function newPersonId(ids: Ids): PersonId {
  const id = parsePersonId(ids.long());
  if (id === null) throw new Error('a bug in Bough: long ids are person ids');
  return id;
}
