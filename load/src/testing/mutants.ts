// Small lies in how maps become files of other programs, each of which those programs, or parsers that are not Bough's, must notice; and in what
// measures Bough.
// `npm run mutants -- load` tells one after the other in a scratch copy of the whole project. `find` stands exactly once in the file.

const FORMATS = '../packages/formats/src';
const ROUND_TRIPS = 'src/interop/round-trips.test.ts';
const CHECKERS = 'src/interop/made-maps.checkers.test.ts';

const roundTrip = { test: ROUND_TRIPS, rule: 'FMT-64', isInTree: true } as const;
const soak = (file: string, rule = 'HOUSE-130', folder: 'soak' | 'bough' = 'soak') =>
  ({ test: `src/${folder}/${file}.test.ts`, rule, isInTree: true }) as const;
const checked = { test: CHECKERS, rule: 'FMT-63', isInTree: true } as const;

export const mutants = {
  run: [],
  mutants: [
    {
      name: 'commands: a word that nothing means is passed over',
      file: 'src/wanted-run.ts',
      find: 'if (unknown !== undefined) return err(',
      replace: 'if (unknown === null) return err(',
      why: 'who mistypes --quick measures for an hour, on another stack than they think',
      test: 'src/wanted-run.test.ts',
      rule: 'HOUSE-135',
      isInTree: true,
    },
    {
      name: 'round trips: an arrow of FreeMind is read as what nobody knows',
      file: `${FORMATS}/freemind/read-freemind.ts`,
      find: "else if (child.name === 'arrowlink') parts.arrows.push(child);",
      replace: "else if (child.name === 'arrowlink') continue;",
      why: 'links are gone from a file that was read and written',
      ...roundTrip,
    },
    {
      name: 'round trips: a marker of XMind that is no icon is left out',
      file: `${FORMATS}/xmind/read-xmind.ts`,
      find: "if (markers.length > 0) others['markers'] = markers.map((markerId) => ({ markerId }));",
      replace: '',
      why: 'a second marker is gone from the file',
      ...roundTrip,
    },
    {
      name: 'Markdown: blanks before the words of a line stand as such',
      file: `${FORMATS}/markdown/commonmark-line.ts`,
      find: 'return words.replace(/^[ \\t]+(?=\\S)/, (blanks) => NOTHING.repeat(blanks.length));',
      replace: 'return words;',
      why: 'other readers of Markdown see other words',
      ...checked,
    },
    {
      name: 'Visio: a connector is glued at one end',
      file: `${FORMATS}/visio/write-vsdx.ts`,
      find: '    lines.push(connectorShape(id, { ...facingSides(a, b), ...line }));',
      replace: '    if (lines.length > 0) lines.push(connectorShape(id, { ...facingSides(a, b), ...line }));',
      why: 'LibreOffice shows a map with a branch less',
      ...checked,
    },
    {
      name: 'PDF: the number of PDF/UA is another one',
      file: '../packages/paint-pdf/src/standards.ts',
      find: '<pdfuaid:part>1</pdfuaid:part></rdf:Description>',
      replace: '<pdfuaid:part>3</pdfuaid:part></rdf:Description>',
      why: 'veraPDF refuses every file that claims to be accessible',
      ...checked,
    },
    {
      name: '.mm: a further root is no free node',
      file: `${FORMATS}/freemind/free-nodes.ts`,
      find: 'return [...attributes, [STYLE, kept[STYLE] ?? FLOATING]];',
      replace: 'return [];',
      why: 'Freeplane shows further roots as branches of the first one',
      ...checked,
    },
    {
      name: 'soak: what noise alone makes rise is a leak',
      file: 'src/soak/growth.ts',
      find: 'if (growth.low > most)',
      replace: 'if (growth.slope > most)',
      why: 'a soak fails now and then although nothing leaks',
      ...soak('growth'),
    },
    {
      name: 'soak: what hides in noise is flat',
      file: 'src/soak/growth.ts',
      find: "growth.high > most * HIDDEN ? 'noise' : 'flat'",
      replace: "'flat'",
      why: 'a leak that a noisy run cannot see is called none',
      ...soak('growth'),
    },
    {
      name: 'soak: a short run does not say what it cannot judge',
      file: 'src/soak/judge-run.ts',
      find: '      notJudged.push(judged.name);\n',
      replace: '',
      why: 'three minutes read like two hours',
      ...soak('judge-run'),
    },
    {
      name: 'soak: segments that nobody needs are history',
      file: 'src/soak/judge-run.ts',
      find: "segments: { per: 'changes', most: 1 / 250 }",
      replace: "segments: { per: 'changes', most: 1 / 25 }",
      why: 'segments that were replaced stay in storage, and nobody sees it',
      ...soak('judge-run'),
    },
    {
      name: 'soak: maps are not aged',
      file: 'src/soak/ideas.ts',
      find: 'return removedSize(map) >= AGED;',
      replace: 'return true;',
      why: 'memory grows for hours by what maps keep, and hides a leak or looks like one',
      ...soak('ideas', 'HOUSE-131'),
    },
    {
      name: 'soak: nobody asks whether a way is counted',
      file: 'src/soak/idle.ts',
      find: 'const LEAST_AT_WORK = 60;',
      replace: 'const LEAST_AT_WORK = 0;',
      why: 'a driver that goes another way makes every Bough idle',
      ...soak('idle', 'HOUSE-132'),
    },
    {
      name: 'soak: a command that comes in two pieces is not counted',
      file: 'src/bough/asked.ts',
      find: 'held = held.length === 0 ? piece : Buffer.concat([held, piece]);',
      replace: 'held = piece;',
      why: 'an idle Bough asks more of its database than a soak says',
      ...soak('asked', 'HOUSE-132', 'bough'),
    },
  ],
};
