// The past of a map, fetched only by who looks at it.

export { type Compared, compared } from './compared.ts';
export { type MomentMap, openMoment } from './moment-map.ts';
export { type Differs, type Mark, MARK_LOOKS, paintMarks } from './paint-marks.ts';
export { parsedPast, type PastChange, sittingsIn } from './sittings.ts';
export { matcherOf } from '../core/find.ts';
export { decodeMap } from '@bough/map';
export { Chronicle, type Difference, differenceBetween, differenceBy, type Removed } from '@bough/map/difference';
export type { ItemId, MindMap } from '@bough/map';
export type { Done, Sitting } from '@bough/map/difference';
