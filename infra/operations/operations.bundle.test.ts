import { rmSync, readFileSync } from 'node:fs';
import { describeWith } from '@bough/house/servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeBlocks } from './code-blocks.ts';
import { Guest } from './guest.ts';
import { Machine } from './machine.ts';

// docs/operations.md, as somebody follows it from the top: one machine, its blocks in their order, and between them what they are for.

const blocks = codeBlocks(readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8'), 'sh');
const sections = [...new Set(blocks.map(({ section }) => section))];
const LONG_MS = 600_000;

interface Stage {
  readonly machine: Machine;
  guest: Guest | null;
  readonly titles: string[];
}

/** What happens before somebody turns to a section. */
const BEFORE: Readonly<Record<string, (stage: Stage) => Promise<void> | void>> = {
  'Restore on a new machine': ({ machine }) => rmSync(machine.at('srv/bough/data'), { recursive: true }),
  // The disk of the first location is gone while people work.
  Failover: ({ machine }) => rmSync(machine.at('srv/bough/data/blobs/first'), { recursive: true }),
};

describeWith('caddy', (caddy) => {
  let stage: Stage | null = null;
  const at = (): Stage => stage ?? expect.unreachable();

  beforeAll(async () => {
    stage = { machine: await Machine.start(caddy().executable), guest: null, titles: [] };
  });
  afterAll(() => stage?.machine.stop(), LONG_MS);

  test.each(sections)(
    '[HOUSE-84] %s',
    async (section) => {
      const { machine, titles } = at();
      await BEFORE[section]?.(at());
      for (const block of blocks.filter((each) => each.section === section)) {
        const { code, said } = await machine.run(block);
        expect(code, `docs/operations.md:${block.line}\n${said}\n${machine.journal('bough')}`).toBe(0);
      }
      const guest = (at().guest ??= await arrived(machine));
      // What was made before is there, and what is made now stays.
      expect(await guest.titles()).toEqual(titles.toSorted());
      await guest.makeMap(section);
      titles.push(section);
      expect(await guest.look('/metrics')).toBe(404);
      expect(await guest.look('/ready')).toBe(404);
      if (section === 'Backup') titles.splice(titles.indexOf(section), 1);
    },
    LONG_MS,
  );
});

async function arrived(machine: Machine): Promise<Guest> {
  const authority = readFileSync(machine.at('caddy/caddy/pki/authorities/local/root.crt'), 'utf8');
  const guest = new Guest({ url: machine.url, authority });
  await guest.arrive();
  return guest;
}
