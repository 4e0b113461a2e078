import type { ExportWords, ImportTally, ImportWords } from './file-words.ts';

const some = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

function listed({ items, roots, links, notes, images }: ImportTally): string {
  const others = [...some(links, 'link', 'links'), ...some(notes, 'note', 'notes'), ...some(images, 'image', 'images')];
  const inside = roots > 1 ? ` below ${roots} roots` : '';
  return [`${items} ${items === 1 ? 'item' : 'items'}${inside}`, ...others].join(', ');
}

export const importEn: ImportWords = {
  graft: 'Add it here',
  noRoom: 'This would make the map too large. Nothing was changed.',
  sentence: (english) => english,
  title: 'Make a map of a file',
  open: 'Open a file',
  what: 'FreeMind, Freeplane and Coggle (.mm), XMind, OPML, Markdown, indented text, Mermaid, JSON Canvas, or a map that Bough saved. The file stays as it is.',
  choose: 'Choose a file',
  another: 'Another file',
  make: 'Make the map',
  making: 'Making the map',
  whole: 'Nothing is lost in this import.',
  reading: (name) => `Reading ${name}`,
  refused: (name, why) => `${name} was not read. ${why}`,
  tooLong: (name) => `${name} took longer than a minute to read. Nothing was changed.`,
  broke: (name) => `${name} could not be read. Nothing was changed.`,
  times: (count) => `(${count} times)`,
  found: (tally) => `Found: ${listed(tally)}.`,
  kind: {
    repaired: 'Mended',
    approximated: 'Approximated',
    kept: 'Kept, but not shown',
    lost: 'Not imported',
  },
};

export const exportEn: ExportWords = {
  title: 'Download the map',
  open: 'Download',
  pictures: 'As it looks',
  files: 'For other programs',
  format: {
    pdf: 'PDF',
    png: 'PNG picture',
    svg: 'SVG picture',
    mm: 'Freeplane',
    freemind: 'FreeMind',
    coggle: 'Coggle',
    xmind: 'XMind',
    opml: 'OPML outline',
    markdown: 'Markdown',
    outline: 'Indented text',
    mermaid: 'Mermaid mind map',
    canvas: 'JSON Canvas',
    csv: 'Table (CSV)',
    vsdx: 'Visio',
    bough: 'Bough (whole)',
  },
  theme: 'Appearance',
  themes: { light: 'Light', dark: 'Dark' },
  paper: 'Paper',
  papers: {
    one: 'As large as the map',
    a4: 'A4',
    a3: 'A3',
    a2: 'A2',
    letter: 'Letter',
    legal: 'Legal',
    tabloid: 'Tabloid',
  },
  sheets: 'Sheets',
  sheetWays: { page: 'All on one sheet', tiles: 'Tiles to join' },
  branch: 'Only the selected branch',
  asking: 'Asking for the file',
  waiting: (ahead) => (ahead === 1 ? 'One other file is made first.' : `${ahead} other files are made first.`),
  working: 'The file is being made.',
  cancel: 'Cancel',
  failed: 'The file was not made.',
  print: 'Print',
  preparing: 'The map is being made ready for paper.',
  notPrinted: 'The map could not be made ready for paper.',
  scale: 'Size',
  transparent: 'Without paper behind it',
  outlined: 'Words as shapes, for programs without these fonts',
  download: 'Download',
};
