import { type Clock, Failure, type Ids, type MapId, type PersonId } from '@bough/base';
import { MAILED_GROUP_TITLES, mailerRoutes } from '@bough/contracts';
import { type Caller, type ContextFacts, inContext, type OpenContext } from '@bough/service';
import type { FolderAccess } from '../../access/folder-access.ts';
import type { GroupAccess } from '../../access/group-access.ts';
import { grantsAt } from '../../access/map-access.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { GivenGroup, GroupNotice } from '../../metadata/groups/group-store.ts';
import type { MapRecord } from '../../metadata/maps/map-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { DAY_MS } from '../../repeating.ts';
import { hashSecret } from '../../secrets/secrets.ts';

export interface GroupNoticeParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly metadata: Metadata;
  readonly limits: Pick<RateLimits, 'tryTakeLeaving'>;
  readonly folders: Pick<FolderAccess, 'rolesOn'>;
  readonly groups: Pick<GroupAccess, 'groupsOn' | 'rolesOn'>;
  readonly mailer: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  readonly onTrouble: (error: unknown) => void;
}

/** So long maps are gathered that a group is given: one mail tells of all of them. Who must wait is looked at again after as long. */
export const GATHERED_MS = 60_000;
const AT_ONCE = 200;
const DEADLINE_MS = 10_000;
/** Who had to wait for longer than this is told nothing any more. */
const KEPT_MS = 7 * DAY_MS;
/** So many invitations are left to who shares, however many people of their groups wait to be told. */
const LEFT = 10;

/** What one address is to be told in the name of one owner of groups. */
interface Waiting {
  readonly by: PersonId;
  readonly email: string;
  readonly notices: readonly GroupNotice[];
}
interface News {
  readonly map: MapId;
  readonly title: string;
  /** Of the group. */
  readonly name: string;
}
/** A map with the groups that count on it, looked up once for all who are told of it. */
type FindMap = (map: MapId) => Promise<readonly [MapRecord | null, readonly GivenGroup[]]>;

/**
 * Mails the people of a group which maps it was given: each of them once for each map, what comes within a minute in one mail. Each mail counts
 * as an invitation of the group's owner and to the address. Sharing never fails for that: what is too much for now waits, and goes as
 * fast as invitations may. Nobody is told of a map that they may open for another reason, or not any more.
 */
export class GroupNotices {
  readonly #parts: GroupNoticeParts;
  readonly #publicUrl: string;

  constructor(parts: GroupNoticeParts, settings: { readonly publicUrl: string }) {
    this.#parts = parts;
    this.#publicUrl = settings.publicUrl;
  }

  /** People of the group are to be told of these maps: those who were just added, or all of them for null. */
  async toldOf(group: string, maps: readonly MapId[], added: readonly string[] | null): Promise<void> {
    const { metadata, clock, ids } = this.#parts;
    if (maps.length === 0) return;
    const given = await metadata.groupsOn(maps);
    const all = await metadata.addressesIn([...new Set([group, ...given.map((each) => each.group)])]);
    const inGroup = Map.groupBy(all, (each) => each.group);
    const told = added ?? (inGroup.get(group) ?? []).map(({ email }) => email);
    const at = clock.now();
    const notices = maps.flatMap((map) => {
      // Who is in another group of the map was told then.
      const others = given.filter((each) => each.map === map && each.group !== group);
      const known = new Set(others.flatMap((each) => inGroup.get(each.group) ?? []).map(({ email }) => email));
      const fresh = told.filter((email) => !known.has(email));
      return fresh.map((email) => ({ id: ids.long(), group, map, email, at, dueAt: at + GATHERED_MS }));
    });
    await metadata.addGroupNotices(notices);
  }

  /** Mails what is due. What mailer does not take is tried again. */
  async sendWaiting(): Promise<void> {
    const { metadata, clock, onTrouble } = this.#parts;
    const maps = new Map<MapId, ReturnType<FindMap>>();
    const find: FindMap = async (map) => {
      const known = maps.get(map) ?? Promise.all([metadata.map(map), this.#parts.groups.groupsOn(map)]);
      maps.set(map, known);
      return await known;
    };
    for (const waiting of await this.#byReader(await metadata.dueGroupNotices(clock.now(), AT_ONCE))) {
      const ids = waiting.notices.map(({ id }) => id);
      let isDone = false;
      try {
        isDone = await this.#tell(waiting, find);
      } catch (error) {
        onTrouble(error);
        isDone = error instanceof Failure && error.kind === 'invalid';
      }
      if (isDone) await metadata.removeGroupNotices(ids);
      else await metadata.postponeGroupNotices(ids, clock.now() + GATHERED_MS);
    }
  }

  /** By owner and address; what is of a group that is gone is forgotten. */
  async #byReader(all: readonly GroupNotice[]): Promise<readonly Waiting[]> {
    const { metadata } = this.#parts;
    const ids = [...new Set(all.map(({ group }) => group))];
    const found = await Promise.all(ids.map((id) => metadata.group(id)));
    const owners = new Map(found.flatMap((group) => (group === null ? [] : [[group.id, group.owner] as const])));
    const gone = all.filter(({ group }) => !owners.has(group));
    if (gone.length > 0) await metadata.removeGroupNotices(gone.map(({ id }) => id));
    const waiting = new Map<string, Waiting>();
    for (const notice of all) {
      const [by, { email }] = [owners.get(notice.group), notice];
      if (by === undefined) continue;
      const known = waiting.get(`${by} ${email}`)?.notices ?? [];
      waiting.set(`${by} ${email}`, { by, email, notices: [...known, notice] });
    }
    return [...waiting.values()];
  }

  /** False: it has to wait for its turn. */
  async #tell({ by, email, notices }: Waiting, find: FindMap): Promise<boolean> {
    const { metadata, limits, mailer, openContext } = this.#parts;
    const [from, reader] = await Promise.all([metadata.person(by), metadata.personByEmail(email)]);
    const all = await Promise.all(notices.map((notice) => this.#newsOf(notice, reader?.id ?? null, find)));
    const news = all.filter((each) => each !== null);
    const [first] = news;
    if (from === null || reader?.id === by || first === undefined) return true;
    if (!limits.tryTakeLeaving('invitations by person', by, LEFT)) return false;
    if (!limits.tryTakeLeaving('invitations by address', hashSecret(email), 0)) return false;
    const link = new URL(news.length === 1 ? `/m/${first.map}` : '/', this.#publicUrl).href;
    const titles = news.slice(0, MAILED_GROUP_TITLES).map(({ title }) => title);
    const mail = {
      ...({ kind: 'group', to: email, link, from: from.name, name: first.name } as const),
      ...{ titles, more: news.length - titles.length },
    };
    const key = hashSecret(`group ${notices.map(({ id }) => id).join(' ')}`);
    await inContext(openContext, { deadlineMs: DEADLINE_MS }, (context) =>
      mailer.call(mailerRoutes.sendMail, { params: {}, body: { key, mail } }, context),
    );
    return true;
  }

  /** null: it is too late, the group gives it no more, or they may open it without the group, or have done so. */
  async #newsOf({ map, group, at }: GroupNotice, reader: PersonId | null, find: FindMap): Promise<News | null> {
    if (at < this.#parts.clock.now() - KEPT_MS) return null;
    const [record, given] = await find(map);
    const here = given.find((each) => each.group === group);
    if (record === null || record.trashedAt !== null || here === undefined) return null;
    if (reader !== null && (await this.#knows(map, reader, at))) return null;
    return { map, title: record.title, name: here.name };
  }

  async #knows(map: MapId, person: PersonId, since: number): Promise<boolean> {
    const { metadata, folders, groups, clock } = this.#parts;
    const [grants, [entry], folderRole, groupRole] = await Promise.all([
      metadata.grantsOn(map, person),
      metadata.entries([map], person),
      folders.rolesOn([map]),
      groups.rolesOn([map], [person]),
    ]);
    // An owner ended their access.
    if (groupRole(map, person) === null) return true;
    if (grantsAt(grants, clock.now()).length > 0 || folderRole(map, person) !== null) return true;
    return entry !== undefined && entry.openedAt !== null && entry.openedAt >= since;
  }
}
