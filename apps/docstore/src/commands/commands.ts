import { inSentences } from '@bough/base';
import {
  collectLog,
  headKey,
  headlessLogs,
  logNames,
  readChanges,
  readHead,
  reconcileLog,
  relabelLog,
  renewLog,
  resealAll,
  verifyLog,
} from '@bough/bloblog';
import { sayAll } from '@bough/service';
import { isPurged } from '../backup/place/purged-marks.ts';
import { fatesOf, restoreDocuments } from '../backup/mend/restore-documents.ts';
import { changeCodec } from '../changes/change-codec.ts';
import { runNoted } from '../command-notes/command-notes.ts';
import { decodeLabel, encodeLabel } from '../documents/facts.ts';
import type { Location } from '../locations/locations.ts';
import { purgeOld } from '../documents/purge.ts';
import { acceptLossCommand } from './accept-loss.ts';
import { chosen, type Command, type CommandParts, counted, mustHaveSecond, wordsOf } from './command.ts';
import { checkGateway, checkLocation, checkMailer } from './doctor.ts';
import { lookFromOutside } from './doctor-outside.ts';
import { type Given, readGiven, usageOf } from './given.ts';
import { secondCommands, settleWords } from './two-locations.ts';
import { codeOf, eachDocument, sayEachDocument } from './each-document.ts';
import { inParallel } from '../in-parallel.ts';
import { migrationCommands } from '../migration/commands.ts';

// What an operator can do with the locations while docstore runs or not: every command is safe beside running writers.

const HOUR_MS = 3_600_000;

/** All commands, in the order in which they are shown. */
export const commands: readonly Command[] = [
  {
    name: 'verify',
    changes: 'nothing',
    onlyReads: true,
    takes: 'maps',
    does: 'Reads everything in both locations, with hashes, and says what is wrong and what to do.',
    run: async (parts, { maps }) => {
      let [logs, wrong] = [0, 0];
      const stores = { first: parts.first.store, second: parts.second?.store ?? null };
      const run = await sayEachDocument(parts.say, chosen(parts, maps), async (log) => {
        logs++;
        for (const { where, kind, detail, advice } of await verifyLog(parts.ports, stores, log)) {
          if (kind !== 'orphan') wrong++;
          parts.say(`${log}: ${where} location, ${kind}: ${detail}. ${advice}.`);
        }
      });
      if (maps.length === 0) wrong += await sayHeadless(parts);
      parts.say(`${counted(logs, 'document')} read, ${counted(wrong, 'finding')}`);
      return wrong === 0 ? codeOf(run) : 1;
    },
  },
  {
    name: 'reconcile',
    changes: 'always',
    takes: 'maps',
    does: 'Copies to the second location what it lacks, and back to the first what that one lost.',
    run: async (parts, { maps }) => {
      const second = mustHaveSecond(parts);
      const counts = new Map<string, number>();
      const run = await sayEachDocument(parts.say, chosen(parts, maps), async (log) => {
        const { outcome, broughtBack, lost } = await reconcileLog(
          { ports: parts.ports, first: parts.first.store, second: second.store },
          log,
        );
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        if (outcome === 'ahead')
          parts.say(`${log}: both locations have changes that the other has not. ${settleWords(log)}`);
        else if (outcome === 'forked')
          parts.say(`${log}: one location lost changes and went on without them. ${settleWords(log)}`);
        else if (broughtBack.length > 0) parts.say(`${log}: ${counted(broughtBack.length, 'object')} brought back`);
        if (lost.length > 0) throw new Error(`neither location has these whole: ${lost.join(' ')}`);
      });
      parts.say([...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'there are no documents');
      return counts.has('ahead') || counts.has('forked') ? 1 : codeOf(run);
    },
  },
  {
    name: 'collect',
    changes: 'always',
    takes: '--hours',
    does: 'Removes objects that no head names and that are older than a day, or than so many hours.',
    run: async (parts, { number }) => {
      const ageMs = (number ?? 24) * HOUR_MS;
      const ends = parts.second === null ? [parts.first] : [parts.first, parts.second];
      const left = new Set<string>();
      let removed = 0;
      const run = await sayEachDocument(parts.say, chosen(parts, []), async (log) => {
        for (const end of ends) {
          const other = ends.find((each) => each !== end)?.store ?? null;
          const collected = await collectLog(parts.ports, { store: end.store, other }, log, { ageMs });
          removed += collected.removed.length;
          if (collected.isLost) left.add(log);
        }
      });
      parts.say(`${counted(removed, 'object')} removed`);
      if (left.size > 0) {
        parts.say(
          `${counted(left.size, 'document')} left alone: written to just now, or the second location is behind`,
        );
        parts.say('(then reconcile brings it there). Run collect again later.');
      }
      return codeOf(run);
    },
  },
  {
    name: 'empty-trash',
    changes: 'always',
    takes: '--days',
    does: 'Removes for ever, in both locations, what has been in the trash for BOUGH_TRASH_DAYS, or for so many days.',
    run: async (parts, { number }, changed) => {
      const keptDays = number ?? parts.trashDays;
      const before = parts.ports.clock.now() - keptDays * 24 * HOUR_MS;
      const stores = { first: parts.first.store, second: parts.second?.store ?? null };
      let removed = 0;
      const run = await sayEachDocument(parts.say, logNames(parts.first.store), async (log) => {
        if (!(await purgeOld(parts.ports, stores, log, before))) return;
        parts.say(`${log}: removed`);
        changed(log);
        removed++;
      });
      parts.say(`${counted(removed, 'document')} removed that had been in the trash for ${counted(keptDays, 'day')}`);
      return codeOf(run);
    },
  },
  {
    name: 'restore-map',
    changes: 'always',
    takes: 'map',
    does: 'Takes a map out of the trash, and shows it again to everybody who had it.',
    run: restoreMap,
  },
  {
    name: 'renew-lineages',
    changes: 'always',
    takes: 'maps',
    does: 'After a disk or bucket was taken back to an earlier state in its place: makes sure that no page takes new changes for old ones.',
    run: async (parts, { maps }) => {
      let renewed = 0;
      await inParallel(chosen(parts, maps), async (log) => {
        if (await renewLog(parts.ports, parts.first.store, log)) renewed++;
      });
      parts.say(`${counted(renewed, 'document')} renewed`);
      return 0;
    },
  },
  {
    name: 'failover',
    changes: 'nothing',
    onlyReads: true,
    takes: 'nothing',
    first: 'left alone',
    does: 'Proves that the second location opens alone, and says how to run from it.',
    run: async (parts) => {
      const second = mustHaveSecond(parts);
      let [good, bad] = [0, 0];
      const run = await sayEachDocument(parts.say, logNames(second.store), async (log) => {
        const findings = await verifyLog(parts.ports, { first: second.store, second: null }, log);
        const worst = findings.find((finding) => finding.kind !== 'orphan');
        if (worst === undefined) good++;
        else bad++;
        if (worst !== undefined) parts.say(`${log}: ${worst.kind}: ${worst.detail}`);
      });
      parts.say(`From the second location alone ${counted(good, 'document')} can be opened, ${bad} cannot.`);
      parts.say(
        'To run from it: stop docstore, give BOUGH_BLOBS, BOUGH_BLOBS_FOLDER or BOUGH_S3_*, and BOUGH_BLOBS_KEYS',
      );
      parts.say('the values of their BOUGH_SECOND_ namesakes, set BOUGH_SECOND=none, and start docstore.');
      return bad === 0 ? codeOf(run) : 1;
    },
  },
  ...secondCommands,
  ...migrationCommands,
  acceptLossCommand,
  {
    name: 'rotate-keys',
    changes: 'always',
    takes: 'nothing',
    does: 'Seals everything anew that is not sealed with the newest key of its location.',
    run: async (parts) => {
      const { first, second } = parts.newestKeys;
      const isWell = [await rotate(parts, 'first', parts.first, first)];
      if (parts.second !== null && second !== null) isWell.push(await rotate(parts, 'second', parts.second, second));
      return isWell.includes(false) ? 1 : 0;
    },
  },
  {
    name: 'restore-older',
    changes: 'always',
    takes: 'folder',
    does: 'Brings back from a backup of Bough 0.1.0 the documents that are not in the first location; `restore` does it where it meets one.',
    run: restoreOlder,
  },
  {
    name: 'rebuild-metadata',
    changes: 'nothing',
    onlyReads: true,
    runsWithoutSecond: true,
    takes: 'nothing',
    does: 'Lists every document from blobs alone, one line of JSON each: id, title, items, number, times, trash, author.',
    run: async (parts) => {
      const source = { ports: parts.ports, store: parts.first.store, codec: changeCodec };
      const sayFailed = (map: string, failed: string): void => parts.say(JSON.stringify({ map, failed }));
      const run = await eachDocument(logNames(parts.first.store), sayFailed, async (map) => {
        const head = (await readHead(source, map))?.head;
        if (head === undefined) return;
        const [first] = head.seq === 0 ? [] : await readChanges(source, head, 1, 1);
        const { seq, createdAt, changedAt } = head;
        const { title, items, trash } = decodeLabel(head.label);
        const author = first?.author ?? null;
        parts.say(JSON.stringify({ map, title, items, seq, createdAt, changedAt, trash, author }));
      });
      return codeOf(run);
    },
  },
  {
    name: 'doctor',
    changes: 'nothing',
    runsWithoutSecond: true,
    takes: 'nothing',
    does: 'Looks at the locations, their conditions, keys and clocks, at the page as a browser does (TLS, cookies, WebSocket, times), and at email (SPF, DKIM).',
    run: async (parts) => {
      const now = (): number => parts.ports.clock.now();
      const checks = [await checkLocation('first', parts.first, now)];
      if (parts.second !== null) checks.push(await checkLocation('second', parts.second, now));
      else if (parts.secondTrouble) checks.push({ isWell: false, says: inSentences(parts.secondTrouble) });
      else parts.say('      second location: none; set BOUGH_SECOND to keep every document twice');
      if (parts.addresses !== null) {
        const { page, mailer, gateway } = parts.addresses;
        const here = gateway === null ? [] : [checkGateway(gateway)];
        checks.push(...(await Promise.all([...here, checkMailer(mailer)])), ...(await lookFromOutside(page, now)));
      }
      for (const { isWell, says } of checks) parts.say(`${isWell ? 'well ' : 'WRONG'} ${says}`);
      return checks.every(({ isWell }) => isWell) ? 0 : 1;
    },
  },
];

/** No command here has that name; another service may have one. */
const NO_SUCH_COMMAND = 3;

/** Runs the command of that name; what cannot be understood is told, with how it is written, and is exit code 2; an unknown name is 3. */
export async function runCommand(
  name: string | undefined,
  args: readonly string[],
  open: (command: Command) => Promise<CommandParts & { close(): void }>,
  say: (line: string) => void,
): Promise<number> {
  const command = commands.find((each) => each.name === name);
  const isAskingHow = [name, ...args].some((arg) => arg === '--help' || arg === '-h' || arg === 'help');
  if (command === undefined) {
    if (name !== undefined && !isAskingHow) say(`There is no command ${JSON.stringify(name)}.`);
    say('npm run bough -- NAME [arguments]');
    sayAll(
      commands.map((each) => ({ usage: usageOf(each.name, each.takes), does: each.does })),
      say,
    );
    return name === undefined || isAskingHow ? 0 : NO_SUCH_COMMAND;
  }
  const given = readGiven(command.takes, args);
  if (isAskingHow || !given.ok) {
    if (!given.ok && !isAskingHow) say(given.error);
    say(`npm run bough -- ${usageOf(command.name, command.takes)}`);
    say(command.does);
    return isAskingHow ? 0 : 2;
  }
  const parts = await open(command);
  try {
    const trouble = parts.secondTrouble ?? null;
    if (trouble !== null && command.runsWithoutSecond !== true) throw trouble;
    return await runTold(command, parts, given.value);
  } finally {
    parts.close();
  }
}

/** Runs it; what changes documents is noted for the audit log, where it may be looked for after a failover and after going home, too. */
async function runTold(command: Command, parts: CommandParts, given: Given): Promise<number> {
  const { changes, name } = command;
  const isTold = changes === 'always' || (changes === 'with --yes' && given.isSure);
  if (!isTold) return await command.run(parts, given, () => undefined);
  const home = name === 'fail-back' && parts.second !== null ? [parts.second.store] : [];
  const run = { ports: parts.ports, stores: [parts.first.store, ...home], say: parts.say };
  const noted = { command: wordsOf(command, given), maps: given.maps };
  return await runNoted(run, noted, (changed) => command.run(parts, given, changed));
}

/** Documents that no listing names, since neither location has their head; answers how many. */
async function sayHeadless({ first, second, say }: CommandParts): Promise<number> {
  let found = 0;
  for await (const map of headlessLogs(first.store)) {
    const isKnown = second !== null && (await second.raw.get(headKey(map))) !== null;
    if (isKnown || (await isPurged(first.store, map))) continue;
    found++;
    say(`${map}: first location, absent: it has objects, and its head is gone. A backup may have it: see restore.`);
  }
  return found;
}

/** Under the head's lock, as an owner's restoring; what is being removed for ever stays condemned. */
async function restoreMap(parts: CommandParts, { maps: [map = ''] }: Given): Promise<number> {
  const { ports, first, second } = parts;
  let [isThere, isCondemned] = [false, false];
  const wasInTrash = await relabelLog(ports, first.store, map, (head) => {
    const label = decodeLabel(head.label);
    [isThere, isCondemned] = [true, label.isCondemned];
    return label.trash === null || label.isCondemned ? null : encodeLabel({ ...label, trash: null });
  });
  if (!isThere) throw new Error(`There is no document ${map}. A backup may have it: see restore.`);
  if (isCondemned) throw new Error(`The document ${map} is being removed for ever. A backup may have it: see restore.`);
  if (second !== null) await reconcileLog({ ports, first: first.store, second: second.store }, map);
  parts.say(wasInTrash ? `${map}: out of the trash` : `${map}: was not in the trash`);
  return 0;
}

/** What cannot be sealed anew is named, and the old key has to stay; answers whether there is none. */
async function rotate(parts: CommandParts, which: string, { raw, store }: Location, key: string): Promise<boolean> {
  let failed = 0;
  const count = await resealAll(raw, store, key, (object, failure) => {
    failed++;
    parts.say(`${which} location: ${object}: failed: ${inSentences(failure)}`);
  });
  parts.say(`${which} location: ${counted(count, 'object')} sealed anew with the key ${key}`);
  if (failed > 0) parts.say(`${counted(failed, 'object')} could not be: keep the old keys, run verify and repair.`);
  return failed === 0;
}

/** A backup as 0.1.0 made them: documents alone, sealed as the first location. */
async function restoreOlder(parts: CommandParts, { folder }: Given, changed: (map: string) => void): Promise<number> {
  const { ports, first, second } = parts;
  const backup = await parts.openBackup(folder);
  const maps: string[] = [];
  for await (const map of logNames(backup.store)) maps.push(map);
  const stores = { first: first.store, second: second?.store ?? null };
  const fates = await fatesOf(stores, maps, { purged: new Set(), withPurged: false });
  const missing = maps.filter((map) => fates.get(map) === 'missing');
  const there = await restoreDocuments({ ports, from: backup.store, ...stores, say: parts.say }, missing);
  for (const map of there) changed(map);
  backup.close();
  const left = maps.length - missing.length;
  parts.say(
    `${counted(there.length, 'document')} brought back${left === 0 ? '' : `, ${left} left alone since they are there, in the second location, or were removed forever`}`,
  );
  return there.length === missing.length ? 0 : 1;
}
