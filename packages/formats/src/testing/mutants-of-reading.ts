const READ_FILE = 'src/read-file.ts';
const HOSTILE_TEST = 'src/hostile.test.ts';

/** Lies about what every reader does. */
export const mutantsOfReading = [
  {
    name: 'indented text: an item without words is none',
    file: 'src/outline/read-outline.ts',
    find: ' || line.endsWith(NO_WORDS)',
    replace: '',
    why: 'what was below it hangs on what was above it',
    test: 'src/text-formats.test.ts',
    rule: 'FMT-80',
  },
  {
    name: 'lines: a carriage return alone ends none',
    file: READ_FILE,
    find: "return text.includes('\\n') ? text : text.replaceAll('\\r', '\\n');",
    replace: 'return text;',
    why: 'a whole file is one item',
    test: HOSTILE_TEST,
    rule: 'FMT-66',
  },
  {
    name: 'lines: separators hide what stands behind them',
    file: READ_FILE,
    find: "BY_LINE.has(format) ? source.replaceAll(/[\\u2028\\u2029]/g, ' ') : source",
    replace: 'source',
    why: 'an item becomes a note, or nothing',
    test: HOSTILE_TEST,
    rule: 'FMT-66',
  },
  {
    name: 'wide maps: what is below an item is passed as arguments',
    file: 'src/shared/push-all.ts',
    find: 'for (const item of items) to.push(item);',
    replace: 'to.push(...items);',
    why: 'a file of 150,000 items below one is not read',
    test: HOSTILE_TEST,
    rule: 'FMT-23',
  },
  {
    name: "pictures: the hook of one that is the map's own now goes along",
    file: 'src/freemind/read-freemind.ts',
    find: 'return outside?.isThere === true;',
    replace: 'return false;',
    why: 'Freeplane shows one picture twice, or a broken one',
    test: 'src/bundle.test.ts',
    rule: 'FMT-67',
  },
  {
    name: 'pictures: one that is not there is not named',
    file: 'src/freemind/outside-images.ts',
    find: 'return { image: { source: `file:${path ?? address}`, ...USUAL }, isThere: false };',
    replace: 'return null;',
    why: 'a map lacks pictures and its report says nothing of them',
    test: 'src/bundle.test.ts',
    rule: 'FMT-67',
  },
  {
    name: 'pictures: a picture is as large as its pixels, whatever Freeplane shows',
    file: 'src/freemind/outside-images.ts',
    find: "natural.width * (lengthOf(picture, 'SIZE') ?? 1)",
    replace: 'natural.width',
    why: 'a stamp fills the screen',
    test: 'src/bundle.test.ts',
    rule: 'FMT-67',
  },
];
