import { GatewayFailure } from '../failure.ts';
import type { Handlers } from './handlers.ts';

const absent = async (): Promise<never> => {
  throw new GatewayFailure('absent', 'there is nothing here yet');
};

/** Routes of the table that nothing answers yet. */
export const coming = {
  searchMaps: absent,
} satisfies Partial<Handlers>;
