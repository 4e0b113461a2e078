// The past of a map, fetched only by who looks at it.

export { type MomentMap, openMoment } from './moment-map.ts';
export { type PastChange, sittingsIn } from './sittings.ts';
export type { Done, Sitting } from '@bough/map';
