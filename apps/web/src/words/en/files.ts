/** What stands in a file that was read. */
export interface ImportTally {
  readonly items: number;
  readonly roots: number;
  readonly links: number;
  readonly notes: number;
  readonly images: number;
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const some = (count: number, one: string, many: string): string[] => (count === 0 ? [] : [counted(count, one, many)]);

function listed({ items, roots, links, notes, images }: ImportTally): string {
  const others = [...some(links, 'link', 'links'), ...some(notes, 'note', 'notes'), ...some(images, 'image', 'images')];
  const inside = roots > 1 ? ` below ${roots.toLocaleString('en')} roots` : '';
  return [`${counted(items, 'item', 'items')}${inside}`, ...others].join(', ');
}

/** Files that come in, in English. */
export const importEn = {
  /** The same for branches of the map that is open. */
  graft: 'Add to this map',
  noRoom: 'This would make the map too large. Nothing was changed.',
  /** A sentence of the readers, which are English, in the language of the page. */
  sentence: (english: string) => english,
  title: 'Import a file',
  what: 'FreeMind, Freeplane and Coggle (.mm), XMind, MindManager, KityMinder, OPML, web pages (HTML), Markdown, Org, indented text, CSV, Mermaid, PlantUML, JSON Canvas, draw.io, Excalidraw, Visio (.vsdx), or a map saved by Bough. Your file is not changed.',
  choose: 'Choose a file',
  another: 'Choose another file',
  make: 'Create map',
  making: 'Creating the map',
  whole: 'Nothing is lost in this import.',
  reading: (name: string) => `Reading ${name}`,
  refused: (name: string, why: string) => `${name} could not be imported. ${why}`,
  tooLong: (name: string) => `${name} took longer than a minute to read. Nothing was imported.`,
  broke: (name: string) => `${name} could not be read. Nothing was imported.`,
  times: (count: number) => `(${count} times)`,
  found: (tally: ImportTally) => `Found: ${listed(tally)}.`,
  kind: {
    repaired: 'Repaired',
    approximated: 'Approximated',
    kept: 'Kept, not shown',
    lost: 'Not imported',
  },
};

/** What is said of files that come in and go out. */
export type ImportWords = typeof importEn;

/** Files that go out, in English. */
export const exportEn = {
  title: 'Download map',
  open: 'Download',
  pictures: 'Image or PDF',
  files: 'For other programs',
  format: {
    pdf: 'PDF',
    png: 'PNG image',
    svg: 'SVG image',
    mm: 'Freeplane',
    freemind: 'FreeMind',
    coggle: 'Coggle',
    xmind: 'XMind',
    opml: 'OPML outline',
    kityminder: 'KityMinder',
    html: 'Web page (HTML)',
    markdown: 'Markdown',
    org: 'Org',
    outline: 'Indented text',
    mermaid: 'Mermaid mind map',
    plantuml: 'PlantUML mind map',
    canvas: 'JSON Canvas',
    csv: 'Table (CSV)',
    vsdx: 'Visio',
    docx: 'Word outline',
    pptx: 'PowerPoint slides',
    bough: 'Bough (complete)',
  },
  theme: 'Appearance',
  themes: { light: 'Light', dark: 'Dark' },
  paper: 'Paper',
  papers: {
    one: 'Fit to map',
    a4: 'A4',
    a3: 'A3',
    a2: 'A2',
    letter: 'Letter',
    legal: 'Legal',
    tabloid: 'Tabloid',
  },
  sheets: 'Pages',
  sheetWays: { page: 'Fit on one page', tiles: 'Split across pages' },
  images: 'Images',
  imageWays: { files: 'Files beside it, in a ZIP', data: 'Inside the file' },
  branch: 'Only the selected branch',
  asking: 'Requesting the file',
  waiting: (ahead: number) => (ahead === 1 ? '1 file is ahead of yours.' : `${ahead} files are ahead of yours.`),
  working: 'Creating the file.',
  failed: 'The file could not be created.',
  /** Several maps in one archive. */
  many: (count: number) => (count === 1 ? 'Export 1 map' : `Export ${count} maps`),
  manyAt: (at: number, count: number) => `Preparing ${at} of ${count}`,
  formatOfAll: 'Format of the files',
  preparing: 'Preparing the map for printing.',
  notPrinted: 'The map could not be prepared for printing.',
  scale: 'Size',
  tiles: 'Full size, as several images in a ZIP',
  transparent: 'Transparent background',
  outlined: 'Text as shapes, for programs without these fonts',
  download: 'Download',
};

/** What is said of files that go out. */
export type ExportWords = typeof exportEn;
