import type { PersonId } from '@bough/base';
import type { AuditAsked, AuditNotes } from '../../audit/audit-notes.ts';
import { GatewayFailure } from '../../../failure.ts';
import type { Metadata } from '../../../metadata/metadata.ts';
import type { Person } from '../../../metadata/people/people-store.ts';
import { mayCome, ownerChange } from './groups.ts';
import type { Provider, Vouched } from './provider.ts';
import { endSetUp } from '../set-up.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { comeIn, type ComingInParts } from '../coming-in.ts';
import { hereOf } from '../../sessions/session-facts.ts';

export interface ProviderParts extends ComingInParts {
  readonly metadata: Metadata;
  readonly providers: readonly Provider[];
  readonly audit: Pick<AuditNotes, 'note'>;
}
type Names = 'beginProviderSignIn' | 'confirmProviderSignIn';

/** Signing in with one of the providers. */
export function providerRoutes(parts: ProviderParts): Pick<Handlers, Names> {
  const { people, limits } = parts;
  const mustHave = (id: string): Provider => {
    const provider = parts.providers.find(({ settings }) => settings.id === id);
    if (provider === undefined) throw new GatewayFailure('absent', 'This server has no such sign-in provider.');
    return provider;
  };
  return {
    beginProviderSignIn: async ({ request, body, session, network }) => {
      limits.mustTake('provider by network address', network);
      return { url: await mustHave(body.provider).begin(hereOf(parts, request, session)) };
    },
    confirmProviderSignIn: async (asked) => {
      const { request, context, body, session, network } = asked;
      limits.mustTake('confirm by network address', network);
      const provider = mustHave(body.provider);
      const [before, came] = [hereOf(parts, request, session), parts.entrance.arrival()];
      const vouched = await provider.confirm(body.answer, before);
      const known = await knownAs(parts, vouched);
      if (!mayCome(provider.settings.groups, vouched.groups)) {
        if (known !== null) await putOut(parts, asked, provider, known.id, vouched);
        throw new GatewayFailure(
          'provider-refused',
          `You are in none of the groups of ${provider.settings.name} that can sign in here.`,
          {
            hint: 'Ask the administrator of this server.',
          },
        );
      }
      const isNew = known === null && vouched.email !== null && (await people.byAddress(vouched.email)) === null;
      const person = known ?? (await newcomerOf(parts, provider, vouched, before.uid));
      const epoch = parts.entrance.epochSince(person.id, came);
      await takeOwnership(parts, asked, provider, person.id, vouched);
      const arrival = { request, context, by: 'provider', provider: vouched.session, epoch, before, isNew } as const;
      return await comeIn(parts, person, arrival);
    },
  };
}

/** Who has come in as this before; null: nobody has, or they have left. */
async function knownAs({ metadata, people }: ProviderParts, { subject, session }: Vouched): Promise<Person | null> {
  const joined = await metadata.personByProvider(subject);
  const person = joined === null ? null : await people.person(joined);
  // What was kept while there was one provider only does not say which: from now on it does.
  if (person !== null) await metadata.tryJoinProvider(person.id, { issuer: session.issuer, subject });
  return person;
}

/** Whose address the provider vouches for, joined to what it calls them from now on. */
async function newcomerOf(
  { metadata, people }: ProviderParts,
  provider: Provider,
  { email, name, subject, session }: Vouched,
  here: PersonId | null,
): Promise<Person> {
  if (email === null) {
    throw new GatewayFailure(
      'provider-refused',
      `${provider.settings.name} has not verified an email address of yours.`,
      {
        hint: 'Sign in another way, or ask the administrator of this server whether this provider verifies addresses.',
      },
    );
  }
  // A guest who is refused from here on keeps what they have; whoever comes in is given it then.
  const person = (await people.byAddress(email)) ?? (await people.personOf(email, here, { name }));
  if (await metadata.tryJoinProvider(person.id, { issuer: session.issuer, subject })) return person;
  throw new GatewayFailure('provider-refused', 'Another person at a sign-in provider already uses this address.', {
    hint: 'Sign in the way you did before, or with an email link.',
  });
}

/** Ends what the provider has begun for somebody whom its groups let in no more, and what their being in them gave. */
async function putOut(
  parts: ProviderParts,
  asked: AuditAsked,
  provider: Provider,
  person: PersonId,
  vouched: Vouched,
): Promise<void> {
  await takeOwnership(parts, asked, provider, person, vouched);
  const { issuer } = vouched.session;
  // Where people come in by providers alone, nothing that they made here, tokens above all, outlives that.
  if (parts.registration.settings.signIn === 'provider') await parts.entrance.endAll(person);
  else await parts.entrance.endRecorded(await parts.entrance.ofProvider({ issuer, person, session: null }));
}

async function takeOwnership(
  { metadata, audit }: ProviderParts,
  asked: AuditAsked,
  provider: Provider,
  person: PersonId,
  { groups, session }: Vouched,
): Promise<void> {
  const { isOwner, ownerBy, disabledAt } = await metadata.account(person);
  const change = ownerChange(provider.settings.groups, groups, { isOwner, ownerBy, provider: session.issuer });
  // Somebody whom an operator keeps out is about to be refused.
  if (change === null || (change === 'make' && disabledAt !== null)) return;
  await metadata.setOwner(person, change === 'make', change === 'make' ? session.issuer : null);
  if (change === 'make') await endSetUp(metadata);
  const about = { by: 'provider', provider: provider.settings.id };
  await audit.note(asked, change === 'make' ? 'owner-made' : 'owner-unmade', { person, about });
}
