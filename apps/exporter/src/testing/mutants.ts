// Small lies in how maps become files, each of which the tests of the rule that it names must notice. `npm run mutants -- exporter` tells one
// after the other in a scratch copy of this app. `find` stands exactly once in the file.

const UNFOLD = 'src/drawing/unfold.ts';
const RENDER = 'src/drawing/render.ts';
const REPORT_TEST = 'src/report.test.ts';
const UNFOLD_TEST = 'src/drawing/unfold.test.ts';

const PNG_SIZE = 'src/drawing/png-size.ts';
const PNG_TEST = 'src/drawing/paint-png.test.ts';
const READ_MAPS = 'src/reading/read-maps.ts';
const READING_TEST = 'src/reading/reading.test.ts';
const DRAWN_IMAGES = 'src/reading/drawn-images.ts';
const DRAWN_TEST = 'src/reading/drawn-images.test.ts';
const RENDERER = 'src/making/renderer.ts';
const RENDERER_TEST = 'src/making/renderer.test.ts';

export const mutants = {
  // What draws is started anew for each, beside whatever else the machine does.
  run: ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--testTimeout', '60000'],
  mutants: [
    {
      name: 'giving way: what draws has a low priority and nothing else',
      file: 'src/making/give-way.ts',
      find: 'return isIdleGranted ? IDLE : [];',
      replace: 'return [];',
      why: 'somebody who edits waits some milliseconds for each process that a change goes through',
      test: RENDERER_TEST,
      rule: 'EXP-16',
    },
    {
      name: 'giving way: nobody looks whether what draws is given anything',
      file: RENDERER,
      find: '    this.#look(place, one);\n  }',
      replace: '  }',
      why: 'on a machine that never rests no file is made',
      test: RENDERER_TEST,
      rule: 'EXP-26',
    },
    {
      name: 'giving way: the process that begins anew gives way as far as the one before',
      file: RENDERER,
      find: 'place.insistsUntilMs = clock.monotonic() + INSISTING_MS;',
      replace: '',
      why: 'the file is begun again and again',
      test: RENDERER_TEST,
      rule: 'EXP-26',
    },
    {
      name: 'tiles: the rows stand below each other in the wrong order',
      file: PNG_SIZE,
      find: '({ name: nameOf(row, column, tiles), x, y, width, height })',
      replace: '({ name: nameOf(tiles.rows - 1 - row, column, tiles), x, y, width, height })',
      why: 'who puts them together by their names has the map upside down',
      test: PNG_TEST,
      rule: 'EXP-25',
    },
    {
      name: 'tiles: the last one of a row is not painted',
      file: 'src/drawing/paint-png.ts',
      find: 'of tilesOf(written, tiles)) {',
      replace: 'of tilesOf(written, tiles).slice(0, -1)) {',
      why: 'a corner of the map is missing',
      test: PNG_TEST,
      rule: 'EXP-25',
    },
    {
      name: 'tiles: the title of the map is markup on their page',
      file: PNG_SIZE,
      find: 'title.replaceAll(/[&<>"\']/g, (mark) => `&#${mark.charCodeAt(0)};`)',
      replace: 'title',
      why: 'a map that somebody shared runs a script where its picture is opened',
      test: PNG_TEST,
      rule: 'EXP-25',
    },
    {
      name: 'tiles: a picture that is not too large comes in tiles, too',
      file: PNG_SIZE,
      find: 'if (!isTiled || scale <= ofOne) {',
      replace: 'if (!isTiled) {',
      why: 'a small map is an archive that has to be unpacked',
      test: PNG_TEST,
      rule: 'EXP-25',
    },
    {
      name: 'reading: a file that is none ends the archive',
      file: READ_MAPS,
      find: 'if (!read.ok) return this.refuse(name, read.error.message);',
      replace: 'if (!read.ok) return;',
      why: 'a file is left out and nobody hears of it',
      test: READING_TEST,
      rule: 'EXP-23',
    },
    {
      name: 'reading: names of files that are not read are not told',
      file: READ_MAPS,
      find: 'return { parts: found.end(archive?.others ?? []) };',
      replace: 'return { parts: found.end([]) };',
      why: 'of an archive half is gone in silence',
      test: READING_TEST,
      rule: 'EXP-23',
    },
    {
      name: 'reading: images beyond the limit are gone in silence',
      file: READ_MAPS,
      find: "const told = [...absent, ...left.map((image) => ({ ...image, why: 'too-many' as const }))];",
      replace: 'const told = absent;',
      why: 'a map lacks pictures that nobody named',
      test: READING_TEST,
      rule: 'EXP-24',
    },
    {
      name: 'reading: files of an archive without end',
      file: READ_MAPS,
      find: 'if (at >= IMPORTED_FILES)',
      replace: 'if (at < 0)',
      why: 'one request makes thousands of maps',
      test: READING_TEST,
      rule: 'EXP-24',
    },
    {
      name: 'images: an SVG is drawn whatever stands in it',
      file: DRAWN_IMAGES,
      find: 'isDrawable(source) && isPlainSvg(source) ?',
      replace: 'isDrawable(source) ?',
      why: 'its words are missing in the picture, and nobody sees it',
      test: DRAWN_TEST,
      rule: 'EXP-27',
    },
    {
      name: 'images: an SVG is drawn however much work it is',
      file: DRAWN_IMAGES,
      find: 'isDrawable(source) && isPlainSvg(source) ?',
      replace: 'isPlainSvg(source) ?',
      why: 'a few kilobytes hold the process until it is ended, and the whole import is lost',
      test: DRAWN_TEST,
      rule: 'EXP-27',
    },
    {
      name: 'images: drawing never ends',
      file: DRAWN_IMAGES,
      find: ' || this.#ms > this.#limits.ms) return bytes;',
      replace: ') return bytes;',
      why: 'three hundred photographs take longer than reading may',
      test: DRAWN_TEST,
      rule: 'EXP-27',
    },
    {
      name: 'images: rules of style for more than classes are taken for plain',
      file: 'src/reading/plain-svg.ts',
      find: "if (name === 'style' &&",
      replace: "if (name === 'none' &&",
      why: 'what Skia does not understand is black',
      test: DRAWN_TEST,
      rule: 'EXP-27',
    },
    {
      name: 'branch: one that is not there is the whole map',
      file: RENDER,
      find: "if (typeof job.branch === 'string' && (branch === null || !map.value.items.has(branch))) return err(NO_BRANCH);",
      replace: '',
      why: 'somebody who asked for a branch sends away all of the map',
      test: REPORT_TEST,
      rule: 'EXP-21',
    },
    {
      name: 'report: items of folded branches are not told',
      file: 'src/drawing/report.ts',
      find: "reporter.note('lost', 'Items of folded branches are not drawn.', text);",
      replace: '',
      why: 'a picture lacks what nobody said that it lacks',
      test: REPORT_TEST,
      rule: 'EXP-20',
    },
    {
      name: 'unfold: only the first folded branch is opened',
      file: UNFOLD,
      find: 'if (isFolded) ops.push',
      replace: 'if (isFolded && ops.length === 0) ops.push',
      why: 'what lies in a folded branch of a folded branch stands on top of others',
      test: UNFOLD_TEST,
      rule: 'EXP-17',
    },
    {
      name: 'unfold: what is open is folded',
      file: UNFOLD,
      find: 'fields: { isFolded: false } }',
      replace: 'fields: { isFolded: true } }',
      why: 'nothing but the root has a place',
      test: UNFOLD_TEST,
      rule: 'EXP-17',
    },
    {
      name: 'Visio: the map is drawn as it is folded',
      file: RENDER,
      find: "  if (format === 'vsdx') unfold(map);\n",
      replace: '',
      why: 'items that are folded away lie over each other in a corner',
      test: UNFOLD_TEST,
      rule: 'EXP-17',
    },
    {
      name: 'Visio: items do not stand where the screen has them',
      file: RENDER,
      find: "(format === 'vsdx' || hasFurtherRoots)",
      replace: 'hasFurtherRoots',
      why: 'the drawing is a list',
      test: UNFOLD_TEST,
      rule: 'EXP-17',
    },
  ],
};
