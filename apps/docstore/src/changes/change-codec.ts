import type { LineCodec } from '@bough/bloblog';
import { type Change, decodeChange, encodeChange } from '@bough/map';
import { writerName } from './writers.ts';

/** Changes as lines of the log. */
export const changeCodec: LineCodec<Change> = { encode: encodeChange, tryDecode: decodeChange, writerOf: writerName };
