export type { TextMeasurer, TextStyle } from './measure.ts';
