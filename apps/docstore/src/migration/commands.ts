import { purgedMarks } from '../backup/place/purged-marks.ts';
import { type Command, type CommandParts, mustHaveSecond } from '../commands/command.ts';
import { deleteRows } from './delete-rows.ts';
import { moveRows } from './move-rows.ts';
import type { Moving } from './move-document.ts';
import { documentsAfter, type OldPlace } from './old-place.ts';
import { paceOf } from './pace.ts';

// From a database in which every change is a row to the log on blobs: docs/migration.md.

/** What moves documents from the place that BOUGH_MIGRATE_FROM names. */
export const migrationCommands: readonly Command[] = [
  {
    name: 'move-rows',
    changes: 'always',
    takes: '--per-second',
    does: 'Moves documents here from the change rows of BOUGH_MIGRATE_FROM and compares each change; goes on where it was stopped, and reads at most so many rows a second.',
    run: (parts, { number }) =>
      withOldPlace(parts, (place) => {
        const { say, traffic = () => ({ writes: 0, reads: 0 }) } = parts;
        return moveRows({ ...movingOf(parts, place, number), say, traffic });
      }),
  },
  {
    name: 'list-rows',
    changes: 'nothing',
    onlyReads: true,
    runsWithoutSecond: true,
    takes: 'nothing',
    does: 'Lists the documents of BOUGH_MIGRATE_FROM, one line of JSON each, as adopt-maps of the gateway takes them.',
    run: (parts) =>
      withOldPlace(parts, async (place) => {
        const purged = new Set(await purgedMarks(parts.first.store));
        for await (const { map, title, owner } of documentsAfter(place, null))
          if (map !== null && !purged.has(map)) parts.say(JSON.stringify({ map, title, owner }));
        return 0;
      }),
  },
  {
    name: 'delete-moved-rows',
    changes: 'with --yes',
    takes: 'yes',
    does: 'Verifies both locations again and, with --yes, deletes the change rows of each document that both have whole.',
    run: (parts, { isSure }) =>
      withOldPlace(parts, (place) => {
        const second = mustHaveSecond(parts).store;
        return deleteRows({ ...movingOf(parts, place, null), second, say: parts.say }, isSure);
      }),
  },
];

function movingOf({ ports, first, second }: CommandParts, place: OldPlace, perSecond: number | null): Moving {
  const pace = paceOf(ports.clock, perSecond === 0 ? null : perSecond);
  return { ports, place, first: first.store, second: second?.store ?? null, pace };
}

async function withOldPlace(parts: CommandParts, work: (place: OldPlace) => Promise<number>): Promise<number> {
  const place = await parts.openOldPlace?.();
  if (place === undefined)
    throw new Error('BOUGH_MIGRATE_FROM names no database from which documents could be moved: see docs/migration.md.');
  try {
    return await work(place);
  } finally {
    await place.close();
  }
}
