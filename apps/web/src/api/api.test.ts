import { parseMapId } from '@bough/base';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { expect, it } from 'vitest';
import { addressOf } from './api.ts';

it('fills in the names of a route, and puts what is left into the query', () => {
  const map = parseMapId('AZNq0J9XcAC_gV0T3bYw1g');
  if (map === null) throw new Error('this is a map id');
  expect(addressOf(gatewayRoutes.mapFacts, { map })).toBe(`/api/maps/${map}`);
  expect(addressOf(gatewayRoutes.exportMap, { map, format: 'svg', theme: 'dark' })).toBe(
    `/api/maps/${map}/export/svg?theme=dark`,
  );
  expect(addressOf(gatewayRoutes.exportMap, { map, format: 'svg', theme: null })).toBe(`/api/maps/${map}/export/svg`);
});
