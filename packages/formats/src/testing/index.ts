export { canonical } from './canonical.ts';
export { fieldTable } from './field-table.ts';
