/** So many maps. */
export const maps = (count: number): string => `${count} ${count === 1 ? 'map' : 'maps'}`;
export const karten = (count: number): string => `${count} ${count === 1 ? 'Karte' : 'Karten'}`;

/** In English. */
export const manyEn = {
  marked: (count: number) => `${count} selected`,
  isMarked: 'Selected',
  end: 'Clear the selection',
  move: 'Move',
  tag: 'Add tags',
  export: 'Export',
  moveTitle: (count: number) => `Move ${maps(count)}`,
  tagTitle: (count: number) => `Add tags to ${maps(count)}`,
  tagText: 'Your private labels for these maps. No one else sees them.',
  tagLabel: 'Tags, separated by commas',
  purgeTitle: (count: number) => `Delete ${maps(count)} forever?`,
  trashed: (count: number) => `${maps(count)} moved to trash.`,
  restored: (count: number) => `${maps(count)} restored.`,
  purged: (count: number) => `${maps(count)} deleted.`,
  moved: (count: number, folder: string | null) =>
    folder === null ? `${maps(count)} moved out of folders.` : `${maps(count)} moved to ${folder}.`,
  notAll: (failed: number, count: number) => `${failed} of ${maps(count)} could not be changed.`,
};

/** What home says about several maps that are marked. */
export type ManyWords = typeof manyEn;

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
  tagText: 'Deine privaten Schlagwörter für diese Karten. Sonst sieht sie niemand.',
  tagLabel: 'Schlagworte, durch Kommas getrennt',
  purgeTitle: (count) => `${karten(count)} endgültig löschen?`,
  trashed: (count) => `${karten(count)} im Papierkorb.`,
  restored: (count) => `${karten(count)} wiederhergestellt.`,
  purged: (count) => `${karten(count)} gelöscht.`,
  moved: (count, folder) =>
    folder === null ? `${karten(count)} aus Ordnern genommen.` : `${karten(count)} nach ${folder} verschoben.`,
  notAll: (failed, count) => `${failed} von ${karten(count)} ließen sich nicht ändern.`,
};
