/** What home says about several maps that are marked. */
export interface ManyWords {
  readonly marked: (maps: number) => string;
  readonly isMarked: string;
  readonly end: string;
  readonly move: string;
  readonly tag: string;
  readonly export: string;
  readonly moveTitle: (maps: number) => string;
  readonly tagTitle: (maps: number) => string;
  readonly tagLabel: string;
  readonly purgeTitle: (maps: number) => string;
  readonly trashed: (maps: number) => string;
  readonly restored: (maps: number) => string;
  readonly purged: (maps: number) => string;
  readonly moved: (maps: number, folder: string | null) => string;
  readonly notAll: (failed: number, maps: number) => string;
}

const maps = (count: number): string => `${count} ${count === 1 ? 'map' : 'maps'}`;
const karten = (count: number): string => `${count} ${count === 1 ? 'Karte' : 'Karten'}`;

/** In English. */
export const manyEn: ManyWords = {
  marked: (count) => `${count} selected`,
  isMarked: 'Selected',
  end: 'Clear the selection',
  move: 'Move',
  tag: 'Add tags',
  export: 'Export',
  moveTitle: (count) => `Move ${maps(count)}`,
  tagTitle: (count) => `Add tags to ${maps(count)}`,
  tagLabel: 'Tags, separated by commas',
  purgeTitle: (count) => `Delete ${maps(count)} forever?`,
  trashed: (count) => `${maps(count)} moved to trash.`,
  restored: (count) => `${maps(count)} restored.`,
  purged: (count) => `${maps(count)} deleted.`,
  moved: (count, folder) =>
    folder === null ? `${maps(count)} moved out of folders.` : `${maps(count)} moved to ${folder}.`,
  notAll: (failed, count) => `${failed} of ${maps(count)} could not be changed.`,
};

/** In German. */
export const manyDe: ManyWords = {
  marked: (count) => `${count} ausgewählt`,
  isMarked: 'Ausgewählt',
  end: 'Auswahl aufheben',
  move: 'Verschieben',
  tag: 'Schlagworte',
  export: 'Exportieren',
  moveTitle: (count) => `${karten(count)} verschieben`,
  tagTitle: (count) => `${karten(count)}: Schlagworte hinzufügen`,
  tagLabel: 'Schlagworte, durch Kommas getrennt',
  purgeTitle: (count) => `${karten(count)} endgültig löschen?`,
  trashed: (count) => `${karten(count)} im Papierkorb.`,
  restored: (count) => `${karten(count)} wiederhergestellt.`,
  purged: (count) => `${karten(count)} gelöscht.`,
  moved: (count, folder) =>
    folder === null ? `${karten(count)} aus Ordnern genommen.` : `${karten(count)} nach ${folder} verschoben.`,
  notAll: (failed, count) => `${failed} von ${karten(count)} ließen sich nicht ändern.`,
};
