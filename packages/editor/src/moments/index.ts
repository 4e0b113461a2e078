// The past of a map, fetched only by who looks at it.

export { type Compared, compared } from './compared.ts';
export { type MomentMap, openMoment } from './moment-map.ts';
export { type Mark, MARK_LOOKS, paintMarks } from './paint-marks.ts';
export { parsedPast, type PastChange, sittingsIn } from './sittings.ts';
export { decodeMap, type Difference, differenceBetween, differenceBy } from '@bough/map';
export type { Done, MindMap, Sitting } from '@bough/map';
