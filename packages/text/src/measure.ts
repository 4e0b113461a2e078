/** How a stretch of text is written. */
export interface TextStyle {
  readonly family: 'sans' | 'mono';
  readonly size: number;
  readonly weight: number;
  readonly italic: boolean;
}

/** How much room a formula takes, in times of the letters' size: its width, and its reach above and below the baseline. */
export interface FormulaSize {
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

/** The one port through which text gets its size. Every implementation answers the same for the same face, so that screen and export wrap alike. */
export interface TextMeasurer {
  /** Advance width in map units of text without line breaks. */
  width(text: string, style: TextStyle): number;
  /** The room of a formula; null where it is none, or not there yet: then its source stands in its place. Absent: there are no formulas. */
  formula?(source: string, isBlock: boolean): FormulaSize | null;
}
