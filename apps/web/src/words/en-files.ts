import type { ExportWords, ImportTally, ImportWords } from './file-words.ts';

const some = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

function listed({ items, roots, links, notes, images }: ImportTally): string {
  const others = [...some(links, 'link', 'links'), ...some(notes, 'note', 'notes'), ...some(images, 'image', 'images')];
  const inside = roots > 1 ? ` below ${roots} roots` : '';
  return [`${items} ${items === 1 ? 'item' : 'items'}${inside}`, ...others].join(', ');
}

export const importEn: ImportWords = {
  title: 'Make a map of a file',
  open: 'Open a file',
  what: 'FreeMind, Freeplane and Coggle (.mm), XMind, OPML, Markdown, indented text, Mermaid, JSON Canvas, or a map that Bough saved. The file stays as it is.',
  choose: 'Choose a file',
  another: 'Another file',
  make: 'Make the map',
  making: 'Making the map',
  whole: 'Everything comes along.',
  reading: (name) => `Reading ${name}`,
  refused: (name, why) => `${name} was not read. ${why}`,
  tooLong: (name) => `${name} took longer than a minute to read. Nothing was changed.`,
  broke: (name) => `${name} could not be read. Nothing was changed.`,
  times: (count) => `(${count} times)`,
  found: (tally) => `Found: ${listed(tally)}.`,
  kind: {
    repaired: 'Mended',
    approximated: 'Nearly the same',
    kept: 'Kept, but not shown',
    lost: 'Does not come along',
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
    mm: 'FreeMind, Freeplane',
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
  theme: 'Look',
  themes: { light: 'Light', dark: 'Dark' },
  paper: 'Paper',
  papers: { one: 'One page', a4: 'A4 tiles', a3: 'A3 tiles', letter: 'Letter tiles' },
  scale: 'Size',
  transparent: 'Without paper behind it',
  download: 'Download',
};
