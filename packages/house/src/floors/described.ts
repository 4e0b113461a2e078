/** The table in ARCHITECTURE.md, which people read, is the table of floors, which is held. */

import type { Finding, Rule } from '../rules/rule.ts';
import type { House } from '../sources/house.ts';
import { FLOORS } from './table.ts';

const FILE = 'ARCHITECTURE.md';
const ROW = /^\|\s*(\d)\s*\|\s*((?:packages|apps)\/[a-z-]+)\s*\|\s*([a-z]+)\s*\|/;

/** Fails on a part that stands in one table and not in the other, or on another floor, or running elsewhere. */
export const floorsDescribed: Rule = {
  name: 'floors of ARCHITECTURE.md',
  find: (house) => {
    const rows = rowsOf(house);
    const strange = rows.filter(({ folder }) => FLOORS.every((part) => part.folder !== folder));
    return [
      ...strange.map(({ line, folder }) => ({ file: FILE, line, says: `${folder} is not in the table of floors.` })),
      ...FLOORS.filter((part) => house.parts.some(({ folder }) => folder === part.folder)).flatMap(
        (part): Finding[] => {
          const row = rows.find(({ folder }) => folder === part.folder);
          if (row === undefined)
            return [{ file: FILE, line: 1, says: `${part.folder} is missing in the map of the house.` }];
          if (row.floor === part.floor && row.runs === part.runs) return [];
          return [
            { file: FILE, line: row.line, says: `${part.folder} stands on floor ${part.floor} and runs ${part.runs}.` },
          ];
        },
      ),
    ];
  },
};

interface Row {
  readonly line: number;
  readonly floor: number;
  readonly folder: string;
  readonly runs: string;
}

function rowsOf(house: House): Row[] {
  const lines = house.files.find((file) => file.path === FILE)?.text.split('\n') ?? [];
  return lines.flatMap((text, index) => {
    const [, floor, folder, runs] = ROW.exec(text) ?? [];
    if (floor === undefined || folder === undefined || runs === undefined) return [];
    return [{ line: index + 1, floor: Number(floor), folder, runs }];
  });
}
