import type { Component } from '@bough/service';
import type { RoomsGiven } from '../rooms/feature.ts';
import { readingRoutes } from './reading-routes.ts';
import { type MentionParts, Mentions } from './mentions.ts';

/** Comments: people whom one names, or who said one before in the thread, are told by mail; each person's reading is kept. */
export function commentsFeature(
  ports: MentionParts & Pick<RoomsGiven, 'listen'>,
  settings: { readonly publicUrl: string },
) {
  const mentions = new Mentions(ports, settings);
  ports.listen({ kept: (map, changes) => mentions.kept(map, changes) });
  // After the rooms, which have the last comments.
  const life: Component = { name: 'mentions', drain: () => mentions.flush() };
  return { routes: readingRoutes(ports), components: [life] };
}
