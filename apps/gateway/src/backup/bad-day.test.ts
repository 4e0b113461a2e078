import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Browser } from '../testing/visitors/browser.ts';
import { drawerOf, drawn, textsOf } from '../testing/visitors/drawer.ts';
import { newcomer, newMailAddress, signedIn } from '../testing/visitors/mail.ts';
import { newFolder, startedBough } from '../testing/running/started-bough.ts';
import { operator } from '../testing/running/whole-bough.ts';

// An operator on a bad day, on the processes that run in production: what was done in the wrong order works, or is refused in a sentence.

const PASSPHRASE = { BOUGH_BACKUP_PASSPHRASE: 'correct horse battery' };
const LONG_MS = 300_000;

/** The last bit of a head turns, in the journal or in its file. */
function rotHead(data: string, map: string): void {
  const blobs = join(data, 'blobs', 'first');
  const turned = (bytes: Uint8Array): Uint8Array =>
    bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte));
  const file = join(blobs, 'heads', map);
  if (existsSync(file)) writeFileSync(file, turned(readFileSync(file)));
  const rows = new DatabaseSync(join(blobs, '.journal', 'objects.sqlite'));
  const bytes = rows.prepare('SELECT bytes FROM objects WHERE key = ?').get(`heads/${map}`)?.['bytes'];
  if (bytes instanceof Uint8Array) {
    rows.prepare('UPDATE objects SET bytes = ? WHERE key = ?').run(turned(bytes), `heads/${map}`);
  }
  rows.close();
}

test(
  '[GW-205] [DOC-174] [DOC-180] started, looked at, found empty, then restored: everybody has what they had; and a map that rots is mended in place',
  async () => {
    const [place, data, other] = [newFolder(), newFolder(), newFolder()];
    const before = await startedBough(data);
    const annAt = newMailAddress();
    const ann = await signedIn(before, annAt);
    const { id: map } = await ann.makeMap('Garden');
    await drawn(await drawerOf(ann, map), 'roses');
    const guest = await Browser.guest(before, 'Visitor');
    const { id: mine } = await guest.makeMap('Mine');
    await drawn(await drawerOf(guest, mine), 'of a guest');
    const made = await operator(data, ['backup', place, '--with-secrets'], PASSPHRASE);
    expect(made, made.said).toMatchObject({ code: 0 });
    await before.end('SIGKILL');
    rmSync(data, { recursive: true });

    const empty = await startedBough(other);
    await newcomer(empty);
    expect((await (await signedIn(empty, annAt)).must('GET', '/api/maps')).json.maps).toEqual([]);
    const words = ['restore', place, '--with-secrets'];
    const plan = await operator(other, words, PASSPHRASE);
    expect(plan, plan.said).toMatchObject({ code: 0 });
    expect(plan.said).toContain('an account without maps gives way to its own in the backup');
    const restored = await operator(other, [...words, '--yes'], PASSPHRASE);
    expect(restored, restored.said).toMatchObject({ code: 0 });
    await empty.end('SIGTERM');
    const after = await startedBough(other);
    const annAgain = await signedIn(after, annAt);
    const home = (await annAgain.must('GET', '/api/maps')).json.maps;
    expect(home.map((each: { title: string }) => each.title)).toEqual(['Garden']);
    expect(textsOf(await drawerOf(guest.at(after.gateway), mine))).toContain('of a guest');
    await after.end('SIGTERM');

    rotHead(other, map);
    expect(await operator(other, ['verify', map])).toMatchObject({ code: 1 });
    const mending = await operator(other, ['restore', place, '--map', map], PASSPHRASE);
    expect(mending.said).toContain(`${map} is damaged: its head cannot be read: it goes back to change`);
    const mended = await operator(other, ['restore', place, '--map', map, '--yes'], PASSPHRASE);
    expect(mended, mended.said).toMatchObject({ code: 0 });
    expect(mended.said).toContain('1 documents brought back or mended');
    expect(await operator(other, ['verify', map])).toMatchObject({ code: 0 });
    const again = await operator(other, ['restore', place, '--map', map, '--yes'], PASSPHRASE);
    expect(again, again.said).toMatchObject({ code: 0 });
    expect(again.said).toContain(`${map} is there, and whole: it stays as it is.`);
    rotHead(other, map);
    const repaired = await operator(other, ['repair', '--from', place]);
    expect([repaired.code, repaired.said]).toEqual([
      0,
      expect.stringContaining('2 documents read, 1 damaged, 1 mended'),
    ]);
    const last = await startedBough(other);
    expect(textsOf(await drawerOf(await signedIn(last, annAt), map))).toContain('roses');
  },
  LONG_MS,
);

test(
  '[GW-206] a place where others have maps is refused with exit code 1, and nothing of it is touched',
  async () => {
    const [place, data, other] = [newFolder(), newFolder(), newFolder()];
    for (const [where, title] of [
      [data, 'Ours'],
      [other, 'Theirs'],
    ] as const) {
      const bough = await startedBough(where);
      await (await signedIn(bough, newMailAddress())).makeMap(title);
      await bough.end('SIGTERM');
    }
    const made = await operator(data, ['backup', place, '--with-secrets'], PASSPHRASE);
    expect(made, made.said).toMatchObject({ code: 0 });
    const heads = () =>
      readdirSync(join(other, 'blobs', 'first'), { recursive: true }).filter((each) => !String(each).startsWith('.'));
    const before = heads();
    for (const words of [[], ['--yes']]) {
      const refused = await operator(other, ['restore', place, ...words], {
        BOUGH_BACKUP_KEYS_FILE: join(data, 'secrets', 'backup-keys'),
      });
      expect(refused, refused.said).toMatchObject({ code: 1 });
      expect(refused.said).toContain('there are maps already that the backup does not know');
    }
    expect(heads()).toEqual(before);
  },
  LONG_MS,
);
