import { reportSentenceDe } from './report.ts';
import type { ExportWords, ImportTally, ImportWords } from '../en/files.ts';

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('de')} ${count === 1 ? one : many}`;

const some = (count: number, one: string, many: string): string[] => (count === 0 ? [] : [counted(count, one, many)]);

function listed({ items, roots, links, notes, images }: ImportTally): string {
  const others = [
    ...some(links, 'Verbindung', 'Verbindungen'),
    ...some(notes, 'Notiz', 'Notizen'),
    ...some(images, 'Bild', 'Bilder'),
  ];
  const inside = roots > 1 ? ` unter ${roots.toLocaleString('de')} Wurzeln` : '';
  return [`${counted(items, 'Eintrag', 'Einträge')}${inside}`, ...others].join(', ');
}

export const importDe: ImportWords = {
  graft: 'In diese Karte einfügen',
  noRoom: 'Die Karte würde zu groß. Nichts wurde geändert.',
  sentence: reportSentenceDe,
  title: 'Datei importieren',
  what: 'FreeMind, Freeplane und Coggle (.mm), XMind, MindManager, KityMinder, OPML, Webseiten (HTML), Markdown, Org, eingerückter Text, CSV, Mermaid, PlantUML, JSON Canvas, draw.io, Excalidraw, Visio (.vsdx) oder eine von Bough gespeicherte Karte. Deine Datei wird nicht verändert.',
  choose: 'Datei wählen',
  another: 'Andere Datei wählen',
  make: 'Karte anlegen',
  making: 'Die Karte wird angelegt',
  whole: 'Bei diesem Import geht nichts verloren.',
  reading: (name) => `${name} wird gelesen`,
  refused: (name, why) => `${name} konnte nicht importiert werden. ${why}`,
  tooLong: (name) => `${name} zu lesen hat länger als eine Minute gedauert. Nichts wurde importiert.`,
  broke: (name) => `${name} ließ sich nicht lesen. Nichts wurde importiert.`,
  times: (count) => `(${count}-mal)`,
  found: (tally) => `Gefunden: ${listed(tally)}.`,
  kind: {
    repaired: 'Repariert',
    approximated: 'Angenähert',
    kept: 'Behalten, nicht gezeigt',
    lost: 'Nicht importiert',
  },
};

export const exportDe: ExportWords = {
  title: 'Karte herunterladen',
  open: 'Herunterladen',
  pictures: 'Bild oder PDF',
  files: 'Für andere Programme',
  format: {
    pdf: 'PDF-Dokument',
    png: 'PNG-Bild',
    svg: 'SVG-Bild',
    mm: 'Freeplane',
    freemind: 'FreeMind',
    coggle: 'Coggle',
    xmind: 'XMind',
    opml: 'OPML-Gliederung',
    kityminder: 'KityMinder',
    html: 'Webseite (HTML)',
    markdown: 'Markdown',
    org: 'Org',
    outline: 'Eingerückter Text',
    mermaid: 'Mermaid-Mindmap',
    plantuml: 'PlantUML-Mindmap',
    canvas: 'JSON Canvas',
    csv: 'Tabelle (CSV)',
    vsdx: 'Visio-Zeichnung',
    docx: 'Word-Gliederung',
    pptx: 'PowerPoint-Folien',
    bough: 'Bough (vollständig)',
  },
  theme: 'Darstellung',
  themes: { light: 'Hell', dark: 'Dunkel' },
  paper: 'Papier',
  papers: {
    one: 'An Karte angepasst',
    a4: 'DIN A4',
    a3: 'DIN A3',
    a2: 'DIN A2',
    letter: 'US Letter',
    legal: 'US Legal',
    tabloid: 'US Tabloid',
  },
  sheets: 'Seiten',
  sheetWays: { page: 'Auf eine Seite', tiles: 'Auf mehrere Seiten verteilt' },
  images: 'Bilder',
  imageWays: { files: 'Als Dateien daneben, in einem ZIP', data: 'In der Datei selbst' },
  branch: 'Nur den ausgewählten Zweig',
  asking: 'Die Datei wird angefordert',
  waiting: (ahead) => (ahead === 1 ? '1 Datei ist vor deiner dran.' : `${ahead} Dateien sind vor deiner dran.`),
  working: 'Die Datei wird erstellt.',
  failed: 'Die Datei konnte nicht erstellt werden.',
  many: (count) => (count === 1 ? '1 Karte exportieren' : `${count} Karten exportieren`),
  manyAt: (at, count) => `${at} von ${count} wird vorbereitet`,
  formatOfAll: 'Format der Dateien',
  preparing: 'Die Karte wird für den Druck vorbereitet.',
  notPrinted: 'Die Karte konnte nicht für den Druck vorbereitet werden.',
  scale: 'Größe',
  tiles: 'Volle Größe, als mehrere Bilder in einem ZIP',
  transparent: 'Transparenter Hintergrund',
  outlined: 'Text als Formen, für Programme ohne diese Schriften',
  download: 'Herunterladen',
};
