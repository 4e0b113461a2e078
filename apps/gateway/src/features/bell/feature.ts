import type { Component } from '@bough/service';
import { HOUR_MS, repeating } from '../../repeating.ts';
import type { EditedWords } from '../comments/edited-words.ts';
import type { RoomsGiven } from '../rooms/feature.ts';
import { KEPT_MS } from './bell.ts';
import { type BellRouteParts, bellRoutesOf } from './bell-routes.ts';
import { CommentRings, type CommentRingParts } from './comment-rings.ts';

/** The bell: what others did that a person is to know, on all their devices, for some time. */
export function bellFeature(
  ports: BellRouteParts & CommentRingParts & Pick<RoomsGiven, 'listen'> & { readonly edited: EditedWords },
) {
  const { metadata, clock } = ports;
  const comments = new CommentRings(ports);
  ports.listen({ kept: (map, changes) => comments.kept(map, changes) });
  ports.edited.listen((map, edited) => comments.edited(map, edited));
  // After the rooms, which have the last comments.
  const life: Component = { name: 'rings of comments', drain: () => comments.flush() };
  const old = repeating('old rings', ports, HOUR_MS, () => metadata.pruneRings(clock.now() - KEPT_MS));
  return { routes: bellRoutesOf(ports), components: [life, old] };
}
