import { nodeCompression } from '@bough/blobs';
import type { TaskKind } from '@bough/service';
import { foldMoment, type Moment } from './fold-moment.ts';

/** An earlier moment of a large map is a tenth of a second of work and more, and nobody who edits should wait for it: it is made on threads of its own. */
export const FOLDS: TaskKind<Moment, Uint8Array> = {
  name: 'fold moments',
  most: 2,
  niceness: 5,
  work: (moment) => foldMoment(nodeCompression, moment),
  transfer: (packed) => [packed.buffer as ArrayBuffer],
};
