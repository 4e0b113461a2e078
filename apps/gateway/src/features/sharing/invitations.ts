import { type Clock, type Ids, parseMapId, type PersonId, type Random } from '@bough/base';
import { type Invitation, type LinkRole, mailerRoutes, type MapRole, type WaitingInvitation } from '@bough/contracts';
import type { Caller, RequestContext } from '@bough/service';
import type { Gifts } from '../../access/gifts.ts';
import { isOwner } from '../../access/giving.ts';
import { isSetByOwner } from '../../access/map-access.ts';
import { mustEndLater } from '../../access/owners.ts';
import { reasonsOn } from '../../access/reasons-on.ts';
import { GatewayFailure } from '../../failure.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import { together, wholeGrant } from '../../metadata/grants/grant-store.ts';
import type { InvitationRecord } from '../../metadata/invitations/invitation-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { isAtLeast } from '../../metadata/roles.ts';
import { hashSecret, newSecret } from '../../secrets/secrets.ts';
import { counts, countingInvitations, isLeftOpen } from './counting-invitations.ts';

export interface InvitationParts {
  readonly metadata: Metadata;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly limits: RateLimits;
  readonly mailer: Pick<Caller, 'call'>;
  readonly gifts: Pick<Gifts, 'peopleOn'>;
}
/** What somebody is invited to. */
export type Target = Pick<InvitationRecord, 'kind' | 'target'> & { readonly title: string };

/** Who is invited, and to what; without an end, or for null, it does not end. */
interface Wanted {
  readonly email: string;
  readonly role: MapRole;
  readonly until?: number | null | undefined;
}

const DAY_MS = 86_400_000;
const LIFE_MS = 30 * DAY_MS;
const WAITING_MOST = 1_000;

/**
 * Invitations by mail. Each waits for whoever proves to have the address: nobody is looked up, so that the answer tells nothing about
 * who has an account. It is taken up by a press: that person's, at their maps or on the mail's link.
 */
export class Invitations {
  readonly #parts: InvitationParts;
  readonly #publicUrl: string;

  constructor(parts: InvitationParts, settings: { readonly publicUrl: string }) {
    this.#parts = parts;
    this.#publicUrl = settings.publicUrl;
  }

  /** Keeps the invitation and mails it; another for the same address takes its place. */
  async invite(to: Target, who: Wanted, by: PersonId, context: RequestContext): Promise<Invitation> {
    const { metadata, limits, clock, ids, random } = this.#parts;
    const inviter = await metadata.person(by);
    // A guest's name is anything, and nobody could be asked about the mail.
    if (inviter === null || inviter.email === null) {
      throw new GatewayFailure('account-needed', 'Only accounts with an email address can invite people.');
    }
    const until = who.until ?? null;
    const createdAt = clock.now();
    if (until !== null && who.role === 'own') throw new GatewayFailure('malformed', "An owner's access does not end.");
    mustEndLater(until, createdAt);
    const email = who.email.toLowerCase();
    limits.mustTake('invitations by person', by);
    limits.mustTake('invitations by address', hashSecret(email));
    const waiting = await metadata.invitationsTo(to.target);
    if (waiting.length >= WAITING_MOST)
      throw new GatewayFailure('malformed', `At most ${WAITING_MOST} invitations can be open.`, {
        hint: 'Withdraw one first.',
      });
    const secret = newSecret(random);
    const record = {
      id: ids.long(),
      kind: to.kind,
      target: to.target,
      email,
      role: who.role,
      until,
      by,
      hash: hashSecret(secret),
      createdAt,
      // What has ended is not taken up.
      expiresAt: Math.min(createdAt + LIFE_MS, until ?? Infinity),
    };
    await metadata.putInvitation(record);
    await this.#send(record, secret, inviter, to.title, context);
    return invitationFacts(record);
  }

  /** What waits for the person's address. Looking changes nothing: whoever invited must not learn that somebody looked. */
  async waitingFor(person: PersonId): Promise<readonly WaitingInvitation[]> {
    const { metadata } = this.#parts;
    const waiting = await countingInvitations(this.#parts, person);
    const inviters = new Map((await metadata.people(waiting.map(({ by }) => by))).map(({ id, name }) => [id, name]));
    const told = await Promise.all(
      waiting.map(async ({ id, kind, target, by, role, until, expiresAt }) => {
        const map = kind === 'map' ? parseMapId(target) : null;
        const title = map === null ? (await metadata.folder(target))?.name : (await metadata.map(map))?.title;
        return title === undefined ? [] : [{ id, kind, title, by: inviters.get(by) ?? null, role, until, expiresAt }];
      }),
    );
    return told.flat();
  }

  /** Takes up one that waits for the person's address; null: there is none such. */
  async accept(person: PersonId, id: string): Promise<InvitationRecord | null> {
    const invitation = (await countingInvitations(this.#parts, person)).find((each) => each.id === id) ?? null;
    return invitation !== null && (await this.#give(invitation, person)) ? invitation : null;
  }

  /** Takes up the invitation of this secret for the person; null: there is none. Throws 'sign-in-needed' for anybody else. */
  async join(secret: string, person: Person | null): Promise<InvitationRecord | null> {
    const invitation = await this.#parts.metadata.invitationByHash(hashSecret(secret));
    if (invitation === null || !(await counts(this.#parts, invitation, null))) return null;
    if (person?.email !== invitation.email) {
      throw new GatewayFailure('sign-in-needed', 'This invitation was sent to another address.', {
        hint: 'Sign in with the address that received the invitation.',
      });
    }
    if (!(await counts(this.#parts, invitation, person.id))) return null;
    return (await this.#give(invitation, person.id)) ? invitation : null;
  }

  /**
   * The grant comes first: a crash between leaves an invitation that can be taken up again. false: what an owner has set for the person at
   * this moment does not let them.
   */
  async #give(invitation: InvitationRecord, person: PersonId): Promise<boolean> {
    const { metadata, clock } = this.#parts;
    const { kind, target, role, until, by, id } = invitation;
    const map = kind === 'map' ? parseMapId(target) : null;
    const at = clock.now();
    if (map !== null) {
      const isOwners = isOwner(by, await reasonsOn(this.#parts, map));
      if ((await metadata.map(map)) === null) return false;
      const change = await metadata.changeGrants(map, person, (grants) => {
        const known = grants.find(({ link }) => link === null);
        if (!isLeftOpen(grants.find(isSetByOwner), invitation, isOwners)) return null;
        // An end that an owner has set holds, whatever link the person finds; what an editor gives sets nothing.
        const isSet = (isOwners && until !== null) || (known !== undefined && isSetByOwner(known));
        const given = wholeGrant({ map, person, role, link: null, isInvited: true, isSet, at, until });
        return { own: known === undefined ? given : together(given, known, at), links: 'stay' };
      });
      if (change === null) return false;
    } else {
      const folder = await metadata.folder(target);
      const known = (await metadata.folderGrantsIn([target])).find((grant) => grant.person === person);
      const given: LinkRole = role === 'own' ? 'edit' : role;
      const isNews = known === undefined || !isAtLeast(known.role, given);
      if (isNews && folder !== null && folder.owner !== person) {
        await metadata.addFolderGrant({ folder: target, person, role: given, at });
      }
    }
    await metadata.removeInvitation(target, id);
    return true;
  }

  async #send(
    { id, email }: InvitationRecord,
    secret: string,
    inviter: Person,
    title: string,
    context: RequestContext,
  ): Promise<void> {
    // In the fragment: no server, proxy or log sees it.
    const link = new URL(`/join#${secret}`, this.#publicUrl).href;
    const mail = { kind: 'invitation', to: email, link, from: inviter.name, title } as const;
    await this.#parts.mailer.call(mailerRoutes.sendMail, { params: {}, body: { key: id, mail } }, context);
  }
}

/** The invitation as whoever shares sees it. */
export function invitationFacts({ id, email, role, until, createdAt, expiresAt }: InvitationRecord): Invitation {
  return { id, email, role, until, createdAt, expiresAt };
}
