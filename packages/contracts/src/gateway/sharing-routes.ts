import { noParams, route } from '../define.ts';
import { instant, mapId, opaque } from '../ids.ts';
import { list, nullable, object, oneOf, type Parser } from '../parser.ts';
import { nothing } from '../route.ts';
import { session } from './account-routes.ts';
import { mapFacts, ofMap } from './map-routes.ts';
import type { ShareLink } from './sharing-types.ts';

const LINKS_IN_LIST = 1_000;

const linkRole = oneOf('view', 'edit');
const shareLink: Parser<ShareLink> = object({
  id: opaque,
  secret: nullable(opaque),
  role: linkRole,
  createdAt: instant,
});

/** Who else may open a map. */
export const sharingRoutes = {
  listShareLinks: route('gateway', 'own', 'GET /api/maps/:map/links', {
    name: 'listShareLinks',
    params: ofMap,
    body: nothing,
    answer: object({ links: list(shareLink, LINKS_IN_LIST) }),
  }),
  /** The answer alone ever shows the secret. */
  makeShareLink: route('gateway', 'own', 'POST /api/maps/:map/links', {
    name: 'makeShareLink',
    params: ofMap,
    body: object({ role: linkRole }),
    answer: shareLink,
  }),
  revokeShareLink: route('gateway', 'own', 'DELETE /api/maps/:map/links/:link', {
    name: 'revokeShareLink',
    params: object({ map: mapId, link: opaque }),
    body: nothing,
    answer: nothing,
  }),
  /** Turns the secret of a share link into a role on its map; makes a guest when nobody is here. */
  joinMap: route('gateway', 'anybody', 'POST /api/join', {
    name: 'joinMap',
    params: noParams,
    body: object({ secret: opaque }),
    answer: object({ session, map: mapFacts }),
  }),
} as const;
