import { assert, type Clock, type Ids, parseClientId, parseMapId, parsePersonId, type Random } from '@bough/base';
import type { OpenMap } from '../core/ports/open-map.ts';
import { LinkedMap } from '../connection/linked-map.ts';
import { MapLink } from '../connection/map-link.ts';

const NEVER = new Promise<never>(() => undefined);

/** The map that the text encodes, in memory alone, with undo. Nothing of it is kept. */
export function openLocalMap(
  components: { readonly clock: Clock; readonly random: Random; readonly ids: Ids },
  text: string,
): OpenMap {
  const { ids } = components;
  const [client, map, person] = [parseClientId(ids.short()), parseMapId(ids.long()), parsePersonId(ids.long())];
  assert(client !== null && map !== null && person !== null, 'fresh ids are ids');
  const open = new LinkedMap(client);
  const api = { ticket: () => NEVER, document: () => NEVER, socketUrl: '' };
  const link = new MapLink(
    { ...components, api, store: null, notify: (event) => open.heard(event) },
    { map, client, person },
  );
  open.attach(link, () => undefined);
  const lineage = ids.short();
  link.start({
    document: { seq: 0, text },
    lineage,
    changes: [],
    pending: [],
    acknowledged: [],
    refused: [],
    counter: 0,
  });
  return open;
}
