import { DAY_MS, HOUR_MS, repeating } from '../../repeating.ts';
import { type ApiParts, apiRouter } from './api.ts';

/** The REST API for programs: the handlers of all other features, for whom a token names. */
export function apiFeature(ports: ApiParts, settings: { readonly trustedProxies: number }) {
  const { metadata, clock } = ports;
  return {
    beforeSessions: [apiRouter(ports, settings)],
    routes: {},
    components: [
      repeating('old repeated answers', ports, HOUR_MS, () => metadata.pruneRepeatables(clock.now() - DAY_MS)),
    ],
  };
}
