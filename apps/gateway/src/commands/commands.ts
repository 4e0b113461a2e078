import { type Clock, type Ids, parseMapId, parsePersonId, type PersonId, type Random } from '@bough/base';
import { emailAddress } from '@bough/contracts';
import type { Command } from '@bough/service';
import type { Metadata } from '../metadata/metadata.ts';
import type { Person } from '../metadata/people/people-store.ts';
import { anyHue, nameOfAddress } from '../people/names.ts';

// What an operator does with people and their lists while gateways run or not. Commands write to the database alone; gateways look there for ended
// sessions every few seconds.

/** What a command works with. */
export interface CommandParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly metadata: Metadata;
  /** The link that makes the first owner. */
  readonly setUpLink: string;
  readonly say: (line: string) => void;
}

const PAGE = 500;

/** All commands, in the order in which they are shown. */
export const commands: readonly Command<CommandParts>[] = [
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
    takes: 'ADDRESS [NAME]',
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
      parts.say(`${person.email} is disabled; open pages close within seconds`);
    }),
  },
  {
    name: 'enable',
    takes: 'ADDRESS',
    does: 'Lets a disabled person in again.',
    run: ofPerson(async (parts, person) => {
      await parts.metadata.setDisabled(person.id, null);
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
      parts.say(`${person.email} is signed out everywhere`);
    }),
  },
  {
    name: 'make-owner',
    takes: 'ADDRESS',
    does: 'Makes a person an owner of this Bough.',
    run: ofPerson(async (parts, person) => {
      await parts.metadata.setOwner(person.id, true);
      parts.say(`${person.email} is an owner of this Bough`);
    }),
  },
  {
    name: 'unmake-owner',
    takes: 'ADDRESS',
    does: 'Takes that back.',
    run: ofPerson(async (parts, person) => {
      await parts.metadata.setOwner(person.id, false);
      parts.say(`${person.email} is no owner of this Bough`);
    }),
  },
  {
    name: 'change-address',
    takes: 'ADDRESS NEW',
    does: 'Gives an account another address, removes its password, signs it out: for giving it back.',
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
      await parts.metadata.setPassword(person.id, null);
      await parts.metadata.endSessions(person.id, parts.clock.now());
      await parts.metadata.removeSessionRecords(person.id, null);
      parts.say(`the account has the address ${email.value}, no password, and is signed out everywhere`);
      return 0;
    },
  },
  {
    name: 'set-up-link',
    takes: '',
    does: 'Shows the link that makes somebody the first owner.',
    run: async (parts) => {
      if (await parts.metadata.hasOwner()) return refuse(parts, 'this Bough has an owner; see make-owner');
      parts.say(parts.setUpLink);
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
      parts.say(`"${known.title}" is in the lists of everybody who had it`);
      return 0;
    },
  },
];

function ofPerson(run: (parts: CommandParts, person: Person) => Promise<void>): Command<CommandParts>['run'] {
  return async (parts, [address = '']) => {
    const person = await parts.metadata.personByEmail(address.toLowerCase());
    if (person === null) return refuse(parts, `nobody has the address "${address}"`);
    await run(parts, person);
    return 0;
  };
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
  const [session] = await metadata.sessionRecords(person.id);
  const facts = [
    person.email ?? '',
    person.name,
    `since ${day(person.createdAt)}`,
    session === undefined ? 'signed in nowhere' : `seen ${day(session.seenAt)}`,
    ...(isOwner ? ['owner'] : []),
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
