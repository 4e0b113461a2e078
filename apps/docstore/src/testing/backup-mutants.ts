// Small lies in backups and their place; mutants.ts has them among its own.

const MANIFEST = 'src/backup/place/manifest.ts';
const stray = { test: 'src/backup/place/damaged-place.test.ts', rule: 'DOC-299' } as const;

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
  {
    name: 'backups: whatever stands among the manifests is a backup',
    file: MANIFEST,
    find: 'return (await namesOfManifests(store)).filter((id) => beganAt(id) !== null);',
    replace: 'return await namesOfManifests(store);',
    why: 'a note that somebody put there counts as damage, and no room is made while it is there',
    ...stray,
  },
  {
    name: 'backups: a copy of a manifest is the backup itself',
    file: MANIFEST,
    find: 'Z-[\\w-]+$/;',
    replace: 'Z-.+$/;',
    why: 'a copy beside a manifest counts as a damaged backup',
    ...stray,
  },
  {
    name: 'backups: a file among the secrets is the newest of them',
    file: 'src/backup/place/secrets.ts',
    find: 'return (await keysBelow(raw, SECRETS)).filter((key) => beganAt(key.slice(SECRETS.length)) !== null);',
    replace: 'return await keysBelow(raw, SECRETS);',
    why: 'with a note beside them the only secrets of a place are forgotten, and nobody opens it any more',
    test: 'src/backup/write/thin-out.test.ts',
    rule: 'DOC-299',
  },
  {
    name: 'backups: what stands among the manifests and is none is not named',
    file: 'src/backup/commands.ts',
    find: 'for (const name of await strayFiles(opened.store))',
    replace: 'for (const name of [])',
    why: 'somebody who renamed a manifest by mistake never hears that a backup is gone',
    ...stray,
  },
];
