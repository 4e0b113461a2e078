// The past of a map, fetched only by who looks at it.

export { type MomentMap, openMoment } from './moment-map.ts';
export { type Differs, type Mark, MARK_LOOKS, paintMarks } from './paint-marks.ts';
export type {
  FromPast,
  Look,
  PastAnswer,
  PastNeed,
  PastQuestion,
  PastSupply,
  PastState,
  Shown,
  Step,
  ToPast,
} from './past-messages.ts';
export { type ChangeTime, PlayTimes } from './play-times.ts';
export { PastSession } from './past-session.ts';
export { SeenMoments } from './seen-moments.ts';
export { type PastChange, sittingsIn } from './sittings.ts';
export type { Comparison, LargeStep } from './timeline.ts';
export type { Authorship, Removed } from '@bough/map/difference';
export { PaintedItems, type Pointed } from './under-pointer.ts';
export type { ItemId } from '@bough/map';
export type { Done, Sitting } from '@bough/map/difference';
