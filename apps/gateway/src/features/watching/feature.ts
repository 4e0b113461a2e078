import type { Component } from '@bough/service';
import { repeating } from '../../repeating.ts';
import type { SigningKeys } from '../../secrets/keys.ts';
import type { RoomsGiven } from '../rooms/feature.ts';
import { accessChanged } from './access-changed.ts';
import { ChangeMails, type ChangeMailParts } from './change-mails.ts';
import { stopPage } from './stop-page.ts';
import { type WatchParts, watchRoutes } from './watch-routes.ts';

const LOOK_MS = 20_000;

/** Watching maps: people are told by mail what others changed, once a day or an hour, and end that with a click. */
export function watchingFeature(
  ports: ChangeMailParts & WatchParts & Pick<RoomsGiven, 'listen'> & { readonly keys: Pick<SigningKeys, 'watches'> },
  { publicUrl }: { readonly publicUrl: string },
) {
  const keys = ports.keys.watches;
  const mails = new ChangeMails(ports, { publicUrl, keys });
  ports.listen({ access: (map, people) => void accessChanged(ports, map, people).catch(ports.onTrouble) });
  const life: Component = {
    ...repeating('mails about changes', ports, LOOK_MS, () => mails.look()),
    drain: () => mails.drain(),
  };
  return { routes: watchRoutes(ports), beforeSessions: [stopPage(ports, { keys })], components: [life] };
}
