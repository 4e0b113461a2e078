export { hostileRuns, slowRuns } from './runs.ts';
export { scriptAddresses, scriptPayloads } from './payloads.ts';
