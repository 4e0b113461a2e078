/** What is said of files that come in and go out. */
export interface ImportWords {
  readonly title: string;
  readonly open: string;
  readonly what: string;
  readonly choose: string;
  readonly another: string;
  readonly make: string;
  /** The same for branches of the map that is open. */
  readonly graft: string;
  readonly noRoom: string;
  /** A sentence of the readers, which are English, in the language of the page. */
  readonly sentence: (english: string) => string;
  readonly making: string;
  readonly whole: string;
  readonly reading: (name: string) => string;
  readonly refused: (name: string, why: string) => string;
  readonly tooLong: (name: string) => string;
  readonly broke: (name: string) => string;
  readonly times: (count: number) => string;
  readonly found: (tally: ImportTally) => string;
  readonly kind: Readonly<Record<'repaired' | 'approximated' | 'kept' | 'lost', string>>;
}
export interface ImportTally {
  readonly items: number;
  readonly roots: number;
  readonly links: number;
  readonly notes: number;
  readonly images: number;
}

export interface ExportWords {
  readonly title: string;
  readonly open: string;
  readonly pictures: string;
  readonly files: string;
  readonly format: Readonly<
    Record<
      | 'pdf'
      | 'png'
      | 'svg'
      | 'mm'
      | 'freemind'
      | 'coggle'
      | 'xmind'
      | 'opml'
      | 'markdown'
      | 'outline'
      | 'mermaid'
      | 'canvas'
      | 'csv'
      | 'vsdx'
      | 'bough',
      string
    >
  >;
  readonly theme: string;
  readonly themes: Readonly<Record<'light' | 'dark', string>>;
  readonly paper: string;
  readonly papers: Readonly<Record<'one' | 'a4' | 'a3' | 'a2' | 'letter' | 'legal' | 'tabloid', string>>;
  readonly sheets: string;
  readonly sheetWays: Readonly<Record<'page' | 'tiles', string>>;
  readonly branch: string;
  readonly asking: string;
  readonly waiting: (ahead: number) => string;
  readonly working: string;
  readonly cancel: string;
  readonly failed: string;
  /** Several maps in one archive. */
  readonly many: (maps: number) => string;
  readonly manyAt: (at: number, maps: number) => string;
  readonly formatOfAll: string;
  readonly print: string;
  readonly preparing: string;
  readonly notPrinted: string;
  readonly scale: string;
  readonly transparent: string;
  readonly outlined: string;
  readonly download: string;
}
