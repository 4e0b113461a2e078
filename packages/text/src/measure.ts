/** How a stretch of text is written. */
export interface TextStyle {
  readonly family: 'sans' | 'mono';
  readonly size: number;
  readonly weight: number;
  readonly italic: boolean;
}

/** The one port through which text gets its size. Every implementation answers the same for the same face, so that screen and export wrap alike. */
export interface TextMeasurer {
  /** Advance width in map units of text without line breaks. */
  width(text: string, style: TextStyle): number;
}
