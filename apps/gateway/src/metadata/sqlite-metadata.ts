import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type MapId, parseBase64Url, type PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { GatewayFailure } from '../failure.ts';
import { idBytes, idText, mustMapId, mustPersonId } from './ids-in-bytes.ts';
import {
  type Grant,
  type LinkRecord,
  listedOnce,
  type MapListing,
  type MapRecord,
  type Metadata,
  mustRole,
  type Person,
  type Revocation,
  type SignIn,
  strongest,
  type UsedSignIn,
} from './metadata.ts';
import { STEPS } from './sqlite-schema.ts';

type Row = Record<string, unknown>;

/** No link: grants are keyed by (map, person, link), and an empty blob is equal to itself where NULL would not be. */
const NO_LINK = new Uint8Array(0);

const LISTINGS = `SELECT maps.*, grants.role AS role, COALESCE(opened.at, grants.at) AS opened_at FROM grants
  JOIN maps ON maps.id = grants.map
  LEFT JOIN opened ON opened.person = grants.person AND opened.map = grants.map`;

/**
 * Metadata in one SQLite file: write-ahead log, a full sync on each commit. Calls are synchronous inside, so that each is
 * one transaction that nothing can interleave with.
 */
export class SqliteMetadata implements Metadata {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** Opens the file, or `:memory:`, and brings its tables up to date. */
  constructor(path: string) {
    this.#db = new DatabaseSync(path, { timeout: 5_000 });
    this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    this.#migrate();
  }

  async addPerson(person: Person): Promise<void> {
    this.#run(
      'INSERT INTO people (id, name, email, hue, created_at) VALUES (?, ?, ?, ?, ?)',
      idBytes(person.id),
      person.name,
      person.email,
      person.hue,
      person.createdAt,
    );
  }

  async person(id: PersonId): Promise<Person | null> {
    return toPerson(this.#get('SELECT * FROM people WHERE id = ?', idBytes(id)));
  }

  async personByEmail(email: string): Promise<Person | null> {
    return toPerson(this.#get('SELECT * FROM people WHERE email = ?', email));
  }

  async renamePerson(id: PersonId, name: string): Promise<void> {
    this.#run('UPDATE people SET name = ? WHERE id = ?', name, idBytes(id));
  }

  async tryClaimEmail(id: PersonId, email: string): Promise<boolean> {
    const sql =
      'UPDATE people SET email = ?1 WHERE id = ?2 AND email IS NULL AND NOT EXISTS (SELECT 1 FROM people WHERE email = ?1)';
    return this.#run(sql, email, idBytes(id)) === 1;
  }

  async addSignIn(signIn: SignIn): Promise<void> {
    this.#run(
      'INSERT INTO sign_ins (hash, email, browser, expires_at) VALUES (?, ?, ?, ?)',
      hashBytes(signIn.hash),
      signIn.email,
      signIn.browser,
      signIn.expiresAt,
    );
  }

  async useSignIn(hash: string, browser: string, nowMs: number): Promise<UsedSignIn> {
    const row = this.#get(
      'SELECT email, browser FROM sign_ins WHERE hash = ? AND used = 0 AND expires_at > ?',
      hashBytes(hash),
      nowMs,
    );
    if (row === null) return { kind: 'gone' };
    if (row['browser'] !== browser) return { kind: 'wrong-browser' };
    const used = this.#run('UPDATE sign_ins SET used = 1 WHERE hash = ? AND used = 0', hashBytes(hash));
    return used === 1 ? { kind: 'used', email: text(row['email']) } : { kind: 'gone' };
  }

  async addMap(map: MapRecord, owner: PersonId): Promise<void> {
    this.#together(() => {
      this.#run('INSERT INTO maps (id, title, created_at) VALUES (?, ?, ?)', idBytes(map.id), map.title, map.createdAt);
      this.#putGrant({ map: map.id, person: owner, role: 'own', link: null, at: map.createdAt });
      this.#putOpened(map.id, owner, map.createdAt);
    });
  }

  async map(id: MapId): Promise<MapRecord | null> {
    const row = this.#get('SELECT * FROM maps WHERE id = ?', idBytes(id));
    return row === null ? null : toMap(row);
  }

  async setTitle(id: MapId, title: string): Promise<void> {
    this.#run('UPDATE maps SET title = ? WHERE id = ?', title, idBytes(id));
  }

  async mapsOf(person: PersonId): Promise<readonly MapListing[]> {
    return toListings(this.#all(`${LISTINGS} WHERE grants.person = ?`, idBytes(person)));
  }

  async listing(map: MapId, person: PersonId): Promise<MapListing | null> {
    const sql = `${LISTINGS} WHERE grants.person = ? AND grants.map = ?`;
    return toListings(this.#all(sql, idBytes(person), idBytes(map)))[0] ?? null;
  }

  async setOpened(map: MapId, person: PersonId, at: number): Promise<void> {
    this.#putOpened(map, person, at);
  }

  async addGrant(grant: Grant): Promise<void> {
    this.#putGrant(grant);
  }

  async role(map: MapId, person: PersonId): Promise<MapRole | null> {
    const rows = this.#all('SELECT role FROM grants WHERE map = ? AND person = ?', idBytes(map), idBytes(person));
    return strongest(rows.map((row) => mustRole(row['role'])));
  }

  async moveGrants(from: PersonId, to: PersonId): Promise<void> {
    if (from === to) return;
    this.#together(() => {
      for (const row of this.#all('SELECT * FROM grants WHERE person = ?', idBytes(from))) {
        const link = bytes(row['link']);
        const map = bytes(row['map']);
        const [has] = this.#all(
          'SELECT role FROM grants WHERE map = ? AND person = ? AND link = ?',
          map,
          idBytes(to),
          link,
        );
        const roles = [mustRole(row['role']), ...(has === undefined ? [] : [mustRole(has['role'])])];
        this.#putGrant({
          map: mustMapId(map),
          person: to,
          role: strongest(roles) ?? 'view',
          link: link.length === 0 ? null : idText(link),
          at: integer(row['at']),
        });
      }
      this.#run('DELETE FROM grants WHERE person = ?', idBytes(from));
      this.#run(
        'INSERT OR IGNORE INTO opened (person, map, at) SELECT ?, map, at FROM opened WHERE person = ?',
        idBytes(to),
        idBytes(from),
      );
      this.#run('DELETE FROM opened WHERE person = ?', idBytes(from));
    });
  }

  async addLink(link: LinkRecord): Promise<void> {
    this.#run(
      'INSERT INTO links (id, map, hash, role, created_at) VALUES (?, ?, ?, ?, ?)',
      idBytes(link.id),
      idBytes(link.map),
      hashBytes(link.hash),
      link.role,
      link.createdAt,
    );
  }

  async linksOf(map: MapId): Promise<readonly LinkRecord[]> {
    return this.#all('SELECT * FROM links WHERE map = ? ORDER BY created_at, id', idBytes(map)).map(toLink);
  }

  async linkByHash(hash: string): Promise<LinkRecord | null> {
    const row = this.#get('SELECT * FROM links WHERE hash = ?', hashBytes(hash));
    return row === null ? null : toLink(row);
  }

  async revokeGrants(map: MapId, link: string): Promise<void> {
    this.#run('DELETE FROM grants WHERE map = ? AND link = ?', idBytes(map), idBytes(link));
  }

  async revokeLink(map: MapId, id: string): Promise<readonly PersonId[] | null> {
    return this.#together(() => {
      if (this.#run('DELETE FROM links WHERE id = ? AND map = ?', idBytes(id), idBytes(map)) === 0) return null;
      const lost = this.#all(
        'DELETE FROM grants WHERE map = ? AND link = ? RETURNING person',
        idBytes(map),
        idBytes(id),
      );
      return lost.map((row) => mustPersonId(bytes(row['person'])));
    });
  }

  async addRevocation(revocation: Extract<Revocation, { readonly kind: 'session' }>): Promise<void> {
    this.#putRevocation(revocation);
  }

  async endSessions(person: PersonId, at: number): Promise<number> {
    return this.#together(() => {
      const row = this.#get('UPDATE people SET epoch = epoch + 1 WHERE id = ? RETURNING epoch', idBytes(person));
      if (row === null) throw new GatewayFailure('absent', 'no such person');
      const epoch = integer(row['epoch']);
      this.#putRevocation({ kind: 'person', person, epoch, at });
      return epoch;
    });
  }

  async revocations(sinceMs: number): Promise<readonly Revocation[]> {
    return this.#all('SELECT * FROM revocations WHERE at >= ? ORDER BY at', sinceMs).map(toRevocation);
  }

  async prune(signInsBefore: number, revocationsBefore: number): Promise<void> {
    this.#run('DELETE FROM sign_ins WHERE expires_at < ?', signInsBefore);
    this.#run("DELETE FROM revocations WHERE kind = 'session' AND at < ?", revocationsBefore);
  }

  async ping(): Promise<void> {
    this.#get('SELECT 1 AS one');
  }

  async close(): Promise<void> {
    this.#statements.clear();
    if (this.#db.isOpen) this.#db.close();
  }

  #migrate(): void {
    const done = integer(this.#get('PRAGMA user_version')?.['user_version']);
    if (done > STEPS.length) {
      throw new GatewayFailure('metadata', 'the metadata file was written by a newer Bough', {
        hint: 'Start the newer version, or restore the file from before the upgrade.',
      });
    }
    for (const [at, step] of STEPS.entries()) {
      if (at < done) continue;
      this.#together(() => this.#db.exec(`${step}; PRAGMA user_version = ${at + 1}`));
    }
  }

  #putGrant(grant: Grant): void {
    this.#run(
      `INSERT INTO grants (map, person, link, role, at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (map, person, link) DO UPDATE SET role = excluded.role, at = excluded.at`,
      idBytes(grant.map),
      idBytes(grant.person),
      grant.link === null ? NO_LINK : idBytes(grant.link),
      grant.role,
      grant.at,
    );
  }

  #putOpened(map: MapId, person: PersonId, at: number): void {
    this.#run(
      'INSERT INTO opened (person, map, at) VALUES (?, ?, ?) ON CONFLICT (person, map) DO UPDATE SET at = excluded.at',
      idBytes(person),
      idBytes(map),
      at,
    );
  }

  #putRevocation(revocation: Revocation): void {
    const subject = revocation.kind === 'session' ? revocation.session : revocation.person;
    this.#run(
      `INSERT INTO revocations (kind, subject, epoch, at) VALUES (?, ?, ?, ?)
       ON CONFLICT (kind, subject) DO UPDATE SET epoch = MAX(epoch, excluded.epoch), at = MAX(at, excluded.at)`,
      revocation.kind,
      idBytes(subject),
      revocation.kind === 'person' ? revocation.epoch : 0,
      revocation.at,
    );
  }

  #together<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const value = work();
      this.#db.exec('COMMIT');
      return value;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#db.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  #run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  #get(sql: string, ...values: SQLInputValue[]): Row | null {
    return this.#prepare(sql).get(...values) ?? null;
  }

  #all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values);
  }
}

function toListings(rows: readonly Row[]): MapListing[] {
  const entries = rows.map((row) => {
    return { ...toMap(row), role: mustRole(row['role']), openedAt: integer(row['opened_at']) };
  });
  return listedOnce(entries);
}

function toPerson(row: Row | null): Person | null {
  if (row === null) return null;
  return {
    id: mustPersonId(bytes(row['id'])),
    name: text(row['name']),
    email: row['email'] === null ? null : text(row['email']),
    hue: integer(row['hue']),
    createdAt: integer(row['created_at']),
  };
}

function toMap(row: Row): MapRecord {
  return { id: mustMapId(bytes(row['id'])), title: text(row['title']), createdAt: integer(row['created_at']) };
}

function toLink(row: Row): LinkRecord {
  return {
    id: idText(bytes(row['id'])),
    map: mustMapId(bytes(row['map'])),
    hash: idText(bytes(row['hash'])),
    role: row['role'] === 'edit' ? 'edit' : 'view',
    createdAt: integer(row['created_at']),
  };
}

function toRevocation(row: Row): Revocation {
  const subject = bytes(row['subject']);
  const at = integer(row['at']);
  if (row['kind'] === 'session') return { kind: 'session', session: idText(subject), at };
  return { kind: 'person', person: mustPersonId(subject), epoch: integer(row['epoch']), at };
}

function hashBytes(hash: string): Uint8Array {
  return parseBase64Url(hash) ?? NO_LINK;
}
function bytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new Error('a damaged record: not bytes');
}
function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error('a damaged record: not text');
}
function integer(value: unknown): number {
  if (typeof value === 'number') return value;
  throw new Error('a damaged record: not a number');
}

/** Opens the embedded database in the data folder, which is made when it is not there. */
export function openSqliteFile(folder: string): SqliteMetadata {
  try {
    mkdirSync(folder, { recursive: true });
    return new SqliteMetadata(join(folder, 'metadata.sqlite'));
  } catch (error) {
    if (error instanceof GatewayFailure) throw error;
    throw new GatewayFailure('metadata', `the metadata file in ${folder} cannot be opened`, {
      cause: error,
      hint: 'Check that the folder BOUGH_DATA names exists and can be written.',
    });
  }
}
