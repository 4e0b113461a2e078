// What may stand behind `npm run bough -- backup`, `restore`, `forget-backups`, `backups` and `check-backup`: words are read here before anything is
// made or opened, and what nothing means is refused with one sentence.

const PLACE = 'the place of the backups: a folder, or s3://BUCKET/FOLDER';
const ID = 'the id of a backup, as `backups PLACE` shows it';

/** Each command's flags, and what its other options are followed by. */
export const TAKES = {
  backup: { flags: ['--with-secrets', '--check', '--even-so'], values: { '--keep': 'a whole number from 1' } },
  restore: {
    flags: ['--yes', '--with-purged', '--with-secrets', '--lose-newer'],
    values: { '--map': 'the id of a map', '--person': 'an address', '--backup': ID },
  },
  'repair --from': { flags: ['--lose-newer'], values: { '--backup': ID } },
  'forget-backups': { flags: ['--yes', '--even-so'], values: { '--keep': 'a whole number from 1' } },
  backups: { flags: [], values: {} },
  'check-backup': { flags: [], values: { '--backup': ID } },
};

/** The words behind the command's name: `{ target, options }`, each option under its name, or `{ wrong }`, a sentence. */
export function readBackupWords(name, [target = '', ...words]) {
  const { flags, values } = TAKES[name];
  if (target === '' || target.startsWith('-')) return { wrong: `Name first ${PLACE}.` };
  const options = new Map();
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (options.has(word)) return { wrong: `${word} stands there twice.` };
    const value = Object.hasOwn(values, word) ? (words[at + 1] ?? '') : null;
    if (flags.includes(word)) options.set(word, true);
    else if (value === null) return { wrong: `${JSON.stringify(word)} means nothing here.` };
    else if (value === '' || value.startsWith('-') || (word === '--keep' && !/^[1-9]\d{0,5}$/.test(value)))
      return { wrong: `${word} is followed by ${values[word]}.` };
    else {
      options.set(word, value);
      at++;
    }
  }
  if (options.has('--map') && options.has('--person'))
    return { wrong: 'Restore one map or one person, not both at once.' };
  const map = options.get('--map');
  if (map !== undefined && !/^[\w-]{22}$/.test(map)) return { wrong: `${JSON.stringify(map)} is not the id of a map.` };
  return { target, options };
}
