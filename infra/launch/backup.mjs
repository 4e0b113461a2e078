// npm run bough -- backup, restore and their like: each service that owns data does its own part, in a process of its own, and what they
// have to tell goes through pipes, never through a file: gateway and mailer tell first, then docstore reads the documents and writes the
// manifest. On the way back documents come first, then what names them. Where the services are found, with their settings and secrets, is told
// by in-this-clone.mjs, and in containers by infra/images/operator.mjs.

import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { readBackupWords } from './backup-words.mjs';
import { openDataFolder } from './data-folder.mjs';
import { Unmet } from './outside.mjs';
import {
  hasWords,
  keepSecret,
  keptSecret,
  mustNotBeLost,
  replaceSecret,
  sealingKey,
  SECRET_FILES,
} from './secrets.mjs';

/** The commands that this file does. */
export const ABOUT_BACKUPS = ['backup', 'restore', 'repair --from', 'forget-backups', 'backups', 'check-backup'];

/** How they are written, with what they do. */
export const HOW = `  backup PLACE                Makes a backup of everything beside a running Bough; again: only what is new. PLACE: a folder, or s3://BUCKET/FOLDER.
    --with-secrets            with the secrets, sealed with BOUGH_BACKUP_PASSPHRASE    --keep N  forgets older backups
    --check                   reads back everything in the place, not a share of it
    --even-so                 although most of what the backup before has is gone, or is another Bough's
  restore PLACE               Says what it would bring back: all to an empty place, or what storage has lost or damaged. With --yes it does.
    --map ID, --person ADDRESS, --backup ID, --with-purged, --with-secrets, --lose-newer
  repair --from PLACE         Mends what is damaged here from a backup, and brings back nothing else. --backup ID, --lose-newer
  forget-backups PLACE        Says which backups it would forget; with --yes it does, in a full place too. --keep N: so many stay.
    --even-so                 although a map could not be read when the newest was made
  backups PLACE               Lists the backups that are there, oldest first.
  check-backup PLACE          Reads everything that a backup names, and says what is wrong. --backup ID: an older one.`;

/** Runs one of them to its end; its exit code becomes ours. `at` says where the services are. */
export async function runAboutBackups([name, ...words], at) {
  if (words.some((word) => word === '--help' || word === '-h')) {
    console.log(HOW);
    return;
  }
  const { wrong, target, options } = readBackupWords(name, words);
  if (wrong !== undefined) {
    console.log(`${wrong}\n${HOW}`);
    process.exitCode = 2;
  } else if (name === 'restore') process.exitCode = await restore(at, restoreOptions(target, options));
  else {
    useBackupKeys(at, name === 'backup', words.includes('--with-secrets'));
    process.exitCode =
      name === 'backup'
        ? await backUp(at, words)
        : await inFront(at, 'docstore', [name === 'repair --from' ? 'repair-from' : name, ...words]);
  }
}

async function backUp(at, words) {
  const extra = words.filter((word) => word === '--with-secrets');
  const sayOnce = once((line) => console.error(line));
  const docstore = start(at, 'docstore', ['backup', ...words], 'inherit', sayOnce);
  for (const service of ['gateway', 'mailer']) {
    const part = start(at, service, ['backup-part', ...extra], 'pipe', sayOnce);
    part.child.stdin.end();
    part.child.stdout.pipe(docstore.child.stdin, { end: false });
    const code = await part.ended;
    // Without all parts there is no backup: on what is no part docstore ends, and writes no manifest.
    if (code !== 0 || docstore.child.exitCode !== null) {
      docstore.child.stdin.end('A service could not tell its part.\n');
      await docstore.ended;
      return docstore.child.exitCode || code || 1;
    }
  }
  docstore.child.stdin.end();
  return await docstore.ended;
}

async function restore(at, options) {
  const { target } = options;
  if (isOlder(target)) return await restoreOlder(at, options);
  if (options.withSecrets) await bringSecrets(at, options);
  useBackupKeys(at, false);
  const backup = options.backup === null ? [] : ['--backup', options.backup];
  const map = options.map === null ? [] : ['--map', options.map];
  const facts = JSON.parse(await told(at, 'docstore', ['restore-facts', target, ...backup, ...map]));
  useSecrets(at, options.isMeant);
  const chosen = { ...options, backup: facts.id, left: options.withPurged ? [] : facts.left };
  const plan = await planOf(at, chosen, facts);
  if (plan === null) return 1;
  sayPlan(chosen, facts, plan, at.env);
  if (!options.isMeant) {
    console.log('Nothing has been done yet: with --yes it is.');
    return 0;
  }
  return await carryOut(at, chosen, facts, plan);
}

async function planOf(at, options, facts) {
  const order = { map: options.map, person: options.person, left: options.left, there: null };
  const wanted = facts.parts.includes('gateway')
    ? await partTo(at, options, 'gateway', 'restore-plan', order)
    : '{"kind":"same","maps":null,"unlisted":[]}';
  if (wanted === null) return null;
  const { kind, maps, unlisted } = JSON.parse(wanted);
  const documents = await told(at, 'docstore', documentsCall(options, '--plan'), JSON.stringify(maps));
  return { takesLists: kind === 'empty' || kind === 'visited', kind, unlisted, documents: JSON.parse(documents) };
}

function sayPlan(options, facts, { kind, takesLists, unlisted, documents }, env) {
  const { missing, there, damaged, purged, inSecond } = documents;
  const what = options.map ?? options.person ?? 'everything';
  console.log(
    `From the backup ${facts.id} (Bough ${facts.bough}, ${facts.documents} documents, ${facts.people} people): ${what}.`,
  );
  console.log(`${missing.length} documents are brought back, as they were then.`);
  if (there.length > 0) console.log(`${there.length} are there already, whole, and stay as they are.`);
  for (const { map, says, loses } of damaged) {
    console.log(`${map} is damaged: ${says}`);
    if (loses !== null) console.log(`  ${loses} It stays as it is without --lose-newer.`);
  }
  if (inSecond.length > 0)
    console.log(`${inSecond.length} are in the second location, and newer there: reconcile brings them back.`);
  if (purged.length > 0)
    console.log(`${purged.length} were removed forever, and stay so without --with-purged: ${purged.join(', ')}`);
  if (options.left.length > 0)
    console.log(`${options.left.length} people left since, and stay away without --with-purged.`);
  for (const { map } of facts.unread)
    console.log(`${map} could not be read when the backup was made; an older backup may have it.`);
  if (isAll(options)) {
    if (takesLists)
      console.log('People, accounts, folders and shares are brought back. Everybody with an address signs in again.');
    else console.log('The lists of this Bough are there: people, folders and shares stay as they are.');
    if (kind === 'visited')
      console.log(
        'Who has looked in since Bough was started here stays; an account without maps gives way to its own in the backup.',
      );
    if (unlisted.length > 0)
      console.log(
        `${unlisted.length} maps of the backup are in no list here: removed since, or never brought back. --map ID brings one, with its shares: ${someOf(unlisted)}`,
      );
  }
  for (const [name, value] of facts.settings) {
    if (ABOUT_PLACES.has(name) || env[name] === value) continue;
    console.log(`Then ${name} was ${value}${env[name] === undefined ? '' : `, now it is ${env[name]}`}.`);
  }
}

function someOf(names) {
  const most = 20;
  return names.slice(0, most).join(', ') + (names.length > most ? `, and ${names.length - most} more` : '');
}

/** Settings that say where things are on one machine: another one has its own. */
const ABOUT_PLACES = new Set(['BOUGH_DATA', 'PORT', 'BOUGH_HOST', 'BOUGH_STOP_WITH_STDIN', 'BOUGH_PAGE']);

async function carryOut(at, options, facts, { takesLists, documents }) {
  const { missing, damaged, there, inSecond } = documents;
  const meant = [...missing, ...damaged.map(({ map }) => map)];
  const more = options.losesNewer ? ['--lose-newer'] : [];
  const result = await toldEven(at, 'docstore', documentsCall(options, ...more), JSON.stringify(meant));
  if (result.words === null) return 1;
  const { back } = JSON.parse(result.words);
  console.log(`${back.length} documents brought back or mended, and read again.`);
  if (options.map !== null && there.includes(options.map))
    console.log(`${options.map} is there, and whole: it stays as it is.`);
  let code = result.code;
  if (facts.parts.includes('gateway') && (takesLists || !isAll(options))) {
    const stay = damaged.map(({ map }) => map).filter((map) => !back.includes(map));
    const all = [...back, ...stay, ...there, ...inSecond];
    const order = { map: options.map, person: options.person, left: options.left, there: all };
    if ((await partTo(at, options, 'gateway', 'restore-part', order)) === null) code = 1;
  }
  // Also where the lists are there already: a restore may have ended between the two, and what the outbox has stays as it is.
  if (facts.parts.includes('mailer') && isAll(options)) {
    if ((await partTo(at, options, 'mailer', 'restore-part', null)) === null) code = 1;
  }
  if (code !== 0) console.log('Not everything was brought back: see above.');
  return code;
}

function isAll({ map, person }) {
  return map === null && person === null;
}

function documentsCall({ target, backup, withPurged }, ...more) {
  return ['restore-documents', target, '--backup', backup, ...(withPurged ? ['--with-purged'] : []), ...more];
}

/** Pipes a service's part of the backup to that service; answers what it said as JSON, `''` when nothing, null when it failed. */
async function partTo(at, { target, backup }, service, command, order) {
  const source = start(at, 'docstore', ['restore-part', target, '--backup', backup, '--part', service], 'pipe');
  source.child.stdin.end();
  const sink = start(at, service, [command], 'pipe');
  if (order !== null) sink.child.stdin.write(`${JSON.stringify(order)}\n`);
  // A sink that has refused reads no further; what it said tells why.
  sink.child.stdin.on('error', () => source.child.kill());
  source.child.stdout.pipe(sink.child.stdin);
  const words = gather(sink.child.stdout);
  const [code, sourceCode] = await Promise.all([sink.ended, source.ended]);
  return code === 0 && sourceCode === 0 ? await words : null;
}

/**
 * The secrets of the backup become those of this machine, where it has none. Where Bough was started already it has its own: they stay, and
 * documents are sealed with them. Cookie keys open sessions also as older ones, so that guests go on as who they were.
 */
async function bringSecrets(at, { target, backup, isMeant }) {
  const words = ['restore-secrets', target, ...(backup === null ? [] : ['--backup', backup])];
  const secrets = JSON.parse(await told(at, 'docstore', words));
  if (isMeant) openDataFolder(false);
  for (const [name, value] of secrets) {
    const file = at.fileOf(name);
    if (file === null) {
      console.log(`${name} stays as it is set on this machine.`);
      continue;
    }
    const there = hasWords(file) ? readFileSync(file, 'utf8').trim() : null;
    if (there !== null && there !== value) stayingSecret(at, { name, file, value, there, isMeant });
    else if (isMeant) {
      keepSecret(file, value);
      at.env[`${name}_FILE`] ??= file;
      if (SECRET_FILES[name] === undefined) console.log(`${name} is in ${file}: set ${name}_FILE to it.`);
    } else at.env[name] = value;
  }
}

/** A secret of which this machine has another one. */
function stayingSecret({ env }, { name, file, value, there, isMeant }) {
  if (name === 'BOUGH_BACKUP_KEYS') env[name] = value;
  const has = there.split(',');
  const older = name === 'BOUGH_COOKIE_KEYS' ? value.split(',').filter((each) => !has.includes(each)) : [];
  if (older.length === 0) console.log(`${file} stays as it is on this machine.`);
  else {
    console.log(
      `${file} stays, and the cookie keys of the backup are added behind it: where Bough runs, start it again.`,
    );
    if (isMeant) replaceSecret(file, [...has, ...older].join(','));
  }
}

/** What a machine still lacks of secrets is made, as by a first start; as long as nothing is to be done, for this moment alone. */
function useSecrets(at, isMeant) {
  if (isGiven(at, 'BOUGH_BLOBS_KEYS')) return;
  if (isMeant) at.env.BOUGH_BLOBS_KEYS_FILE = openDataFolder().secretFiles.BOUGH_BLOBS_KEYS_FILE;
  else {
    mustNotBeLost(at.data, SECRET_FILES.BOUGH_BLOBS_KEYS);
    if (!hasWords(join(at.data, 'secrets', SECRET_FILES.BOUGH_BLOBS_KEYS))) at.env.BOUGH_BLOBS_KEYS = sealingKey();
  }
}

/** Whether a setting says it, or may: what stands in a file of settings is not known here, unless it was taken from there. */
function isGiven({ env, hasTakenConfig }, name) {
  const mayBeInFile = env.BOUGH_CONFIG !== undefined && !hasTakenConfig;
  return mayBeInFile || [name, `${name}_FILE`].some((each) => env[each] !== undefined);
}

/** The key of backups that this machine has; the first backup makes one. */
function useBackupKeys(at, mayMake, isBackedUp = false) {
  const { env, data } = at;
  if (isGiven(at, 'BOUGH_BACKUP_KEYS')) return;
  const file = join(data, 'secrets', SECRET_FILES.BOUGH_BACKUP_KEYS);
  if (!hasWords(file)) {
    if (!mayMake) return;
    mustNotBeLost(data, SECRET_FILES.BOUGH_BACKUP_KEYS);
    if (existsSync(data) && !mayWriteIn(data))
      throw new Unmet(`There is no key of backups, and none can be kept in ${data}: set BOUGH_BACKUP_KEYS.`);
    if (isNeverUsed(at.settingsOf('docstore'), at.documents))
      throw new Unmet(
        `BOUGH_DATA names a folder in which Bough has never run (${at.documents}): nothing was backed up. Is its disk mounted?`,
      );
    openDataFolder(false);
    keptSecret(data, SECRET_FILES.BOUGH_BACKUP_KEYS, () => sealingKey('backup'));
    const keep = isBackedUp
      ? 'It is put into the backup, sealed with BOUGH_BACKUP_PASSPHRASE: keep a copy of that elsewhere.'
      : 'Keep a copy elsewhere, or make backups with --with-secrets: without it none opens.';
    console.log(`The key of backups was made: ${file}. ${keep}`);
  }
  env.BOUGH_BACKUP_KEYS_FILE = file;
}

/** Whether there can be no documents: a key is not made beneath a mount point, or in a folder whose name was mistyped. */
function isNeverUsed(env, folder) {
  const isElsewhere = ['BOUGH_BLOBS', 'BOUGH_BLOBS_FOLDER'].some((name) => env[name] !== undefined);
  return !isElsewhere && !existsSync(join(folder, 'blobs'));
}

/** Whether files may be made there; a folder that is not there takes none. */
export function mayWriteIn(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether only a Bough of 0.1.0 has written there. */
function isOlder(target) {
  return !target.startsWith('s3://') && existsSync(join(target, 'heads')) && !existsSync(join(target, 'manifests'));
}

async function restoreOlder(at, { target, isMeant }) {
  console.log(`${target} has documents alone, as Bough 0.1.0 kept them. Those that are missing here are brought back.`);
  if (isMeant) return await inFront(at, 'documents', ['restore-older', target]);
  console.log('Nothing has been done yet: with --yes it is.');
  return 0;
}

function restoreOptions(target, options) {
  return {
    target,
    map: options.get('--map') ?? null,
    person: options.get('--person') ?? null,
    backup: options.get('--backup') ?? null,
    withPurged: options.has('--with-purged'),
    withSecrets: options.has('--with-secrets'),
    losesNewer: options.has('--lose-newer'),
    isMeant: options.has('--yes'),
  };
}

/** What several processes find wrong is told by the first of them. */
function once(say) {
  const said = new Set();
  return (line) => {
    if (!said.has(line)) say(line);
    said.add(line);
  };
}

/** A part of the work as a process; lines of JSON on its output are for us, others for whoever looks. */
function start(at, what, words, output, complain = null) {
  const errors = complain === null ? 'inherit' : 'pipe';
  const child = run(at, what, words, ['pipe', output, errors]);
  if (complain !== null) createInterface({ input: child.stderr }).on('line', complain);
  child.stdin.on('error', () => {});
  return { child, ended: new Promise((done) => child.on('close', (code) => done(code ?? 1))) };
}

/** A part of the work, as whoever looks sees and answers it; resolves to its exit code. */
export async function inFront(at, what, words) {
  const child = run(at, what, words, 'inherit');
  return await new Promise((done) => child.on('close', (code) => done(code ?? 1)));
}

function run(at, what, words, stdio) {
  return spawn(at.node, [at.programOf(what), ...words], { cwd: at.folder, env: at.settingsOf(what), stdio });
}

async function told(at, what, words, input = '') {
  const { code, words: said } = await toldEven(at, what, words, input);
  if (code === 0 && said !== null) return said;
  throw new Unmet('Nothing was done.');
}

async function toldEven(at, what, words, input) {
  const { child, ended } = start(at, what, words, 'pipe');
  child.stdin.end(`${input}\n`);
  const said = gather(child.stdout);
  const code = await ended;
  return { code, words: (await said) || null };
}

/** The last line of JSON; every other line is shown. */
async function gather(stream) {
  let [json, rest] = ['', ''];
  stream.setEncoding('utf8');
  const take = (line) => {
    if (/^[[{]/.test(line)) json = line;
    else if (line !== '') console.log(line);
  };
  for await (const chunk of stream) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
  take(rest);
  return json;
}
