export { makeBucket } from './make-bucket.ts';
export { testPorts } from './test-ports.ts';
