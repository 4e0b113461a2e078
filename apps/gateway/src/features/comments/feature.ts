import type { Component } from '@bough/service';
import type { RoomsGiven } from '../rooms/feature.ts';
import { readingRoutes } from './reading-routes.ts';
import { EditedWords, type EditedWordsParts } from './edited-words.ts';
import { type MentionParts, Mentions } from './mentions.ts';

/** Comments: people whom one names, or who said one before in the thread, are told by mail; each person's reading is kept. */
export function commentsFeature(
  ports: MentionParts & EditedWordsParts & Pick<RoomsGiven, 'listen'>,
  settings: { readonly publicUrl: string },
) {
  const mentions = new Mentions(ports, settings);
  const edited = new EditedWords(ports);
  edited.listen((map, each) => mentions.edited(map, each));
  ports.listen({
    kept: (map, changes) => {
      mentions.kept(map, changes);
      edited.kept(map, changes);
    },
  });
  // After the rooms, which have the last comments.
  const drain = async (): Promise<void> => {
    await edited.flush();
    await mentions.flush();
  };
  const life: Component = { name: 'mentions', drain };
  return { edited, routes: readingRoutes(ports), components: [life] };
}
