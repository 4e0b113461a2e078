// Small lies in backups and their place; mutants.ts has them among its own.

export const backupMutants = [
  {
    name: 'backups: what is as it was is written anew with the newest key',
    file: 'src/backup/write/back-up-document.ts',
    find: "if (isSame && mended === null) return { kind: 'same', document, objects: 0, isRead: true, mended };",
    replace: '',
    why: 'the first backup after a new key writes every map once more, and a place that was half full is full',
    test: 'src/backup/place/damaged-place.test.ts',
    rule: 'DOC-298',
  },
];
