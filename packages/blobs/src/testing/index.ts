export { FakeS3 } from './fake-s3.ts';
export { makeBucket } from './make-bucket.ts';
export { recordBlobs } from './power/blobs-cuts.ts';
export { filesBelow, mustBeSame } from './power/files-below.ts';
export { readRecording, RECORDED_ENVIRONMENT, recordingArgs } from './power/record.ts';
export { RecordedDisk } from './power/recorded-disk.ts';
export type { Call } from './power/strace-calls.ts';
export { type PowerCuts, tryStates } from './power/try-states.ts';
