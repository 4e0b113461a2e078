export { scriptAddresses, scriptPayloads } from './payloads.ts';
