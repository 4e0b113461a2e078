import type { LineCodec } from '@bough/bloblog';
import { type Change, decodeChange, encodeChange } from '@bough/map';

/** Changes as lines of the log. */
export const changeCodec: LineCodec<Change> = { encode: encodeChange, tryDecode: decodeChange };
