import { reportSentenceDe } from './de-report.ts';
import type { ExportWords, ImportTally, ImportWords } from './file-words.ts';

const some = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

function listed({ items, roots, links, notes, images }: ImportTally): string {
  const others = [
    ...some(links, 'Verbindung', 'Verbindungen'),
    ...some(notes, 'Notiz', 'Notizen'),
    ...some(images, 'Bild', 'Bilder'),
  ];
  const inside = roots > 1 ? ` unter ${roots} Wurzeln` : '';
  return [`${items} ${items === 1 ? 'Eintrag' : 'Einträge'}${inside}`, ...others].join(', ');
}

export const importDe: ImportWords = {
  graft: 'Hier einfügen',
  noRoom: 'Die Karte nimmt so viel nicht auf. Es wurde nichts geändert.',
  sentence: reportSentenceDe,
  title: 'Aus einer Datei eine Karte machen',
  open: 'Datei öffnen',
  what: 'FreeMind, Freeplane und Coggle (.mm), XMind, OPML, Markdown, eingerückter Text, Mermaid, JSON Canvas oder eine von Bough gespeicherte Karte. Die Datei bleibt, wie sie ist.',
  choose: 'Datei wählen',
  another: 'Andere Datei',
  make: 'Karte anlegen',
  making: 'Die Karte wird angelegt',
  whole: 'Alles kommt mit.',
  reading: (name) => `${name} wird gelesen`,
  refused: (name, why) => `${name} wurde nicht gelesen. ${why}`,
  tooLong: (name) => `${name} zu lesen hätte länger als eine Minute gedauert. Nichts wurde geändert.`,
  broke: (name) => `${name} ließ sich nicht lesen. Nichts wurde geändert.`,
  times: (count) => `(${count}-mal)`,
  found: (tally) => `Gefunden: ${listed(tally)}.`,
  kind: {
    repaired: 'Ausgebessert',
    approximated: 'Fast gleich',
    kept: 'Behalten, aber nicht gezeigt',
    lost: 'Kommt nicht mit',
  },
};

export const exportDe: ExportWords = {
  title: 'Karte herunterladen',
  open: 'Herunterladen',
  pictures: 'Wie sie aussieht',
  files: 'Für andere Programme',
  format: {
    pdf: 'PDF-Dokument',
    png: 'PNG-Bild',
    svg: 'SVG-Bild',
    mm: 'Freeplane-Datei',
    freemind: 'FreeMind-Datei',
    coggle: 'Coggle-Datei',
    xmind: 'XMind-Datei',
    opml: 'OPML-Gliederung',
    markdown: 'Markdown-Text',
    outline: 'Eingerückter Text',
    mermaid: 'Mermaid-Mindmap',
    canvas: 'JSON-Canvas-Datei',
    csv: 'Tabelle (CSV)',
    vsdx: 'Visio-Zeichnung',
    bough: 'Bough (vollständig)',
  },
  theme: 'Aussehen',
  themes: { light: 'Hell', dark: 'Dunkel' },
  paper: 'Papier',
  papers: {
    one: 'So groß wie die Karte',
    a4: 'DIN A4',
    a3: 'DIN A3',
    a2: 'DIN A2',
    letter: 'US Letter',
    legal: 'US Legal',
    tabloid: 'US Tabloid',
  },
  sheets: 'Blätter',
  sheetWays: { page: 'Alles auf ein Blatt', tiles: 'Teile zum Zusammenkleben' },
  branch: 'Nur den ausgewählten Zweig',
  asking: 'Die Datei wird angefordert',
  waiting: (ahead) =>
    ahead === 1 ? 'Eine andere Datei kommt zuerst dran.' : `${ahead} andere Dateien kommen zuerst dran.`,
  working: 'Die Datei wird erstellt.',
  cancel: 'Abbrechen',
  failed: 'Die Datei wurde nicht erstellt.',
  print: 'Drucken',
  preparing: 'Die Karte wird für das Papier vorbereitet.',
  notPrinted: 'Die Karte ließ sich nicht für das Papier vorbereiten.',
  scale: 'Größe',
  transparent: 'Ohne Papier dahinter',
  outlined: 'Wörter als Formen, für Programme ohne diese Schriften',
  download: 'Herunterladen',
};
