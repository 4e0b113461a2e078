import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { Drawer } from '../same/drawer.ts';
import { EXPLAINED } from './explained.ts';
import { type Aspect, aspectsOf, differences, type Judge } from './judge.ts';
import type { Subject } from './subjects.ts';

/** What a program says of all subjects. */
export interface Verdict {
  /** In how many of the subjects each aspect that it tells is the same. */
  readonly same: ReadonlyMap<Aspect, number>;
  /** A line for each subject that it sees otherwise for a reason that is no loss. */
  readonly explained: readonly string[];
  /** A line for each thing that it sees otherwise without such a reason. */
  readonly unexplained: readonly string[];
  /** How many subjects those lines are about. */
  readonly differing: number;
}

/** The subjects in files, as the exporter makes them: each format once, in a folder that is gone at the end. */
export class WrittenSubjects {
  readonly #drawer = new Drawer();
  readonly #folder = mkdtempSync(join(tmpdir(), 'bough-interop-'));
  readonly #subjects: readonly Subject[];
  readonly #written = new Map<string, readonly string[]>();

  constructor(subjects: readonly Subject[]) {
    this.#subjects = subjects;
  }

  /** The paths of all of them in this format, in their order. */
  async in(format: Judge['format']): Promise<readonly string[]> {
    const known = this.#written.get(format);
    if (known !== undefined) return known;
    const folder = join(this.#folder, format);
    mkdirSync(folder);
    const files: string[] = [];
    for (const [i, { document, images }] of this.#subjects.entries()) {
      const file = join(folder, `${String(i).padStart(4, '0')}.${format}`);
      save(file, await this.#drawer.file({ document: Buffer.from(document), format, images }));
      files.push(file);
    }
    this.#written.set(format, files);
    return files;
  }

  remove(): void {
    this.#drawer.close();
    rmSync(this.#folder, { recursive: true });
  }
}

/** What this program sees in these files, held against what the subjects have. */
export async function verdictOf(
  judge: Judge,
  subjects: readonly Subject[],
  files: readonly string[],
): Promise<Verdict> {
  const seen = await judge.see(files);
  const same = new Map<Aspect, number>();
  const explained: string[] = [];
  const unexplained: string[] = [];
  let differing = 0;
  subjects.forEach(({ name, draft }, i) => {
    const one = seen[i] ?? 'nothing was said of it';
    const wanted = judge.expect(draft);
    const found = typeof one === 'string' ? [{ aspect: null, first: one }] : differences(wanted, one);
    const known = EXPLAINED.filter(([by, , file]) => by === judge.name && name.endsWith(file));
    const whyOf = (aspect: Aspect | null): string | undefined => known.find(([, of]) => of === aspect)?.[3];
    for (const aspect of typeof one === 'string' ? [] : aspectsOf(wanted)) {
      const isSame = !found.some((difference) => difference.aspect === aspect);
      if (isSame) same.set(aspect, (same.get(aspect) ?? 0) + 1);
    }
    for (const { aspect, first } of found) {
      const why = whyOf(aspect);
      if (why === undefined) unexplained.push(`${name}: ${first}`);
      else explained.push(`${name}: ${aspect} explained: ${why}`);
    }
    if (found.some(({ aspect }) => whyOf(aspect) === undefined)) differing++;
  });
  return { same, explained, unexplained, differing };
}

/** A file that came with its images is unpacked beside them, as somebody would. */
function save(file: string, bytes: Uint8Array): void {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b && /\.(?:mm|markdown)$/.test(file);
  const entries = isArchive ? unzipSync(bytes) : {};
  for (const [name, entry] of Object.entries(entries)) {
    const path = /^map\.(?:mm|md)$/.test(name) ? file : join(dirname(file), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, entry);
  }
  if (!isArchive) writeFileSync(file, bytes);
}
