import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { type Draft, draftOf, mapOf, readFile } from '@bough/formats';
import { encodeMap } from '@bough/map';
import { unzipSync } from 'fflate';
import { Drawer } from '../same/drawer.ts';
import { makingOf } from '../same/gallery.ts';
import { EXPLAINED } from './explained.ts';
import { JUDGE_LIST } from './judges.ts';
import { type Aspect, aspectsOf, type Difference, differences, type Judge } from './judge.ts';

// npm run interop -- FOLDER [JUDGE...]: every mind map below the folder as the exporter writes it, opened by programs that nobody here wrote.
// Prints, for each program, in how many files it sees the same tree, texts, images and links, and the first difference of each file that
// it sees otherwise. Exit code 1 when there is one. Programs that the machine has not are named with the way to get them.

interface Subject {
  readonly name: string;
  readonly draft: Draft;
  readonly document: string;
  readonly images: ReadonlyMap<string, Uint8Array>;
}

async function main(folder: string | undefined, only: readonly string[]): Promise<number> {
  if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    process.stderr.write('Usage: npm run interop -- FOLDER [JUDGE...]\nOpens what Bough writes in other programs.\n');
    return 2;
  }
  const subjects = [...subjectsBelow(resolve(folder))];
  const scratch = mkdtempSync(join(tmpdir(), 'bough-interop-'));
  const drawer = new Drawer();
  let differing = 0;
  try {
    for (const judge of JUDGE_LIST.filter(({ name }) => only.length === 0 || only.includes(name))) {
      const found = await judge.find();
      if ('missing' in found) say(`skipped ${judge.name}: ${found.missing}`);
      else differing += await judged(judge, found.version, { subjects, scratch, drawer });
    }
  } finally {
    drawer.close();
    rmSync(scratch, { recursive: true });
  }
  say(`\n${subjects.length} maps, ${differing} seen otherwise than they are.`);
  return differing === 0 ? 0 : 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function* subjectsBelow(root: string): Generator<Subject> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of entries.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    const read = readFile(file, readFileSync(file));
    if (!read.ok) continue;
    const images = new Map<string, Uint8Array>();
    const place = (name: string): string => {
      const source = `asset:${images.size.toString(16).padStart(64, '0')}`;
      images.set(source, read.value.draft.files.get(name) ?? new Uint8Array());
      return source;
    };
    const map = mapOf(read.value.draft, { ...makingOf(1), place });
    if (!map.ok) continue;
    yield { name: relative(root, file), draft: draftOf(map.value), document: encodeMap(map.value), images };
  }
}

interface Work {
  readonly subjects: readonly Subject[];
  readonly scratch: string;
  readonly drawer: Drawer;
}

/** How many maps this program sees otherwise. */
async function judged(judge: Judge, version: string, { subjects, scratch, drawer }: Work): Promise<number> {
  const folder = join(scratch, judge.name.replaceAll(/\W/g, '-'));
  mkdirSync(folder);
  const files: string[] = [];
  for (const [i, { document, images }] of subjects.entries()) {
    const file = join(folder, `${String(i).padStart(4, '0')}.${judge.format}`);
    save(file, await drawer.file({ document: Buffer.from(document), format: judge.format, images }));
    files.push(file);
  }
  const seen = await judge.see(files);
  const same = new Map<Aspect, number>();
  const bad: string[] = [];
  const explained: string[] = [];
  subjects.forEach(({ name, draft }, i) => {
    const one = seen[i] ?? 'nothing was said of it';
    const wanted = judge.expect(draft);
    const why = EXPLAINED.find(([by, file]) => by === judge.name && name.endsWith(file))?.[2];
    if (why !== undefined) return void explained.push(`    ${name}: explained: ${why}`);
    const found: readonly Difference[] = typeof one === 'string' ? [] : differences(wanted, one);
    if (typeof one === 'string') bad.push(`    ${name}: ${one}`);
    else {
      for (const aspect of aspectsOf(wanted))
        if (!found.some((difference) => difference.aspect === aspect)) same.set(aspect, (same.get(aspect) ?? 0) + 1);
      if (found.length > 0) bad.push(...found.map(({ first }) => `    ${name}: ${first}`));
    }
  });
  const sample = subjects[0];
  const aspects = sample === undefined ? [] : aspectsOf(judge.expect(sample.draft));
  const cells = aspects.map((aspect) =>
    `${aspect} ${same.get(aspect) ?? 0}/${subjects.length - explained.length}`.padEnd(16),
  );
  say(`${`${judge.name} ${version}`.padEnd(28)} .${judge.format.padEnd(10)} ${cells.join(' ')}`);
  for (const line of [...explained, ...bad]) say(line);
  return new Set(bad.map((line) => line.split(': ')[0])).size;
}

/** A file that came with its images is unpacked beside them, as somebody would. */
function save(file: string, bytes: Uint8Array): void {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b && file.endsWith('.mm');
  const entries = isArchive ? unzipSync(bytes) : {};
  for (const [name, entry] of Object.entries(entries)) {
    const path = name === 'map.mm' ? file : join(dirname(file), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, entry);
  }
  if (!isArchive) writeFileSync(file, bytes);
}

process.exitCode = await main(process.argv[2], process.argv.slice(3));
