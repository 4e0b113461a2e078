// The formats by name: what each file is called and is served as.

/** Formats that are read and not written: what is made of their files goes out in another one. */
export type ReadOnlyFormat = 'mindmanager' | 'drawio' | 'excalidraw';
/** Formats that are read and written: a map that came in one of them may go back in it. */
export type TwoWayFormat =
  | 'bough'
  | 'mm'
  | 'opml'
  | 'xmind'
  | 'kityminder'
  | 'markdown'
  | 'html'
  | 'org'
  | 'outline'
  | 'mermaid'
  | 'plantuml'
  | 'canvas'
  | 'csv'
  | 'vsdx';
export type ReadableFormat = TwoWayFormat | ReadOnlyFormat;
/** `mm` is written as Freeplane has it; FreeMind and Coggle have dialects of their own. */
export type WritableFormat = TwoWayFormat | 'freemind' | 'coggle' | 'docx' | 'pptx';

export interface FormatFacts {
  readonly extension: string;
  readonly mediaType: string;
}

/** What a file of each format is called, and how it is served. */
export const FORMATS: Readonly<Record<WritableFormat, FormatFacts>> = {
  bough: { extension: 'bough.json', mediaType: 'application/json' },
  mm: { extension: 'mm', mediaType: 'application/x-freemind' },
  freemind: { extension: 'mm', mediaType: 'application/x-freemind' },
  coggle: { extension: 'mm', mediaType: 'application/x-freemind' },
  opml: { extension: 'opml', mediaType: 'text/x-opml' },
  xmind: { extension: 'xmind', mediaType: 'application/vnd.xmind.workbook' },
  kityminder: { extension: 'km', mediaType: 'application/json' },
  html: { extension: 'html', mediaType: 'text/html' },
  markdown: { extension: 'md', mediaType: 'text/markdown' },
  org: { extension: 'org', mediaType: 'text/org' },
  outline: { extension: 'txt', mediaType: 'text/plain' },
  mermaid: { extension: 'mmd', mediaType: 'text/vnd.mermaid' },
  plantuml: { extension: 'puml', mediaType: 'text/x-plantuml' },
  canvas: { extension: 'canvas', mediaType: 'application/json' },
  csv: { extension: 'csv', mediaType: 'text/csv' },
  docx: {
    extension: 'docx',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  pptx: {
    extension: 'pptx',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
  vsdx: { extension: 'vsdx', mediaType: 'application/vnd.ms-visio.drawing' },
};

/** What a file of each format has of the map's images: nothing, the pictures, or also what those were drawn from. */
export const IMAGES_IN: Readonly<Record<WritableFormat, 'none' | 'pictures' | 'originals'>> = {
  bough: 'originals',
  mm: 'originals',
  freemind: 'originals',
  coggle: 'originals',
  opml: 'none',
  xmind: 'originals',
  kityminder: 'pictures',
  html: 'pictures',
  markdown: 'originals',
  org: 'none',
  outline: 'none',
  mermaid: 'none',
  plantuml: 'none',
  canvas: 'none',
  csv: 'none',
  docx: 'pictures',
  pptx: 'none',
  vsdx: 'none',
};

/** Whether what came in the format may go back in it. */
export function isWritable(format: ReadableFormat): format is TwoWayFormat {
  return Object.hasOwn(FORMATS, format);
}
