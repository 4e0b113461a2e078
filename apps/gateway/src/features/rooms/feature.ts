import type { Clock, Ids, MapId, PersonId, Random } from '@bough/base';
import type { NumberedChange } from '@bough/map';
import type { ContextFacts, Fleet, OpenContext } from '@bough/service';
import type { GroupAccess } from '../../access/group-access.ts';
import type { MapAccess } from '../../access/map-access.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Lookout } from '../../bus/lookout.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { SigningKeys } from '../../secrets/keys.ts';
import type { Revocations } from '../sessions/revocations.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { DocstoreClient } from './docstore-client.ts';
import { OutsideChanges } from './outside-changes.ts';
import { Rooms, type TellAccess } from './rooms.ts';
import { socketRoutes } from './socket-routes.ts';
import { SocketServer, type SocketServerSettings } from './socket-server.ts';
import { Tickets } from './ticket.ts';
import { Visits, visitRoutesOf } from './visits.ts';

export interface RoomsPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly metadata: Metadata;
  readonly bus: Bus;
  readonly lookout: Lookout;
  readonly docstore: Pick<Fleet, 'call' | 'split'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  readonly keys: Pick<SigningKeys, 'tickets'>;
  readonly access: MapAccess;
  readonly groups: GroupAccess;
  readonly sessions: Sessions;
  readonly revocations: Revocations;
  readonly onTrouble: (error: unknown) => void;
}
/** Hears what happens to maps that people have open here. */
export interface RoomListener {
  /** A kept change gives the map this title, whether a room or a program made it. */
  readonly titled?: (map: MapId, title: string) => void;
  /** Told once of everything that was kept for this gateway, in its order. */
  readonly kept?: (map: MapId, changes: readonly NumberedChange[]) => void;
  /** A request to this gateway changed what these people may do with the map; null: with any map. */
  readonly access?: (map: MapId | null, people: readonly PersonId[]) => void;
  /** Nobody has the map open here any more. */
  readonly left?: (map: MapId) => void;
}

/** The rooms in which people draw together: tickets and sockets, who is where, and the way of changes to docstore and back. */
export function roomsFeature(ports: RoomsPorts, settings: SocketServerSettings) {
  const { keys, access } = ports;
  const listeners: RoomListener[] = [];
  const onKept = (map: MapId, changes: readonly NumberedChange[]): void => {
    const titles = titlesIn(changes);
    for (const { kept, titled } of listeners) {
      for (const title of titles) titled?.(map, title);
      kept?.(map, changes);
    }
  };
  const documents = new DocstoreClient({ ...ports, onKept });
  const visits = new Visits(ports);
  const rooms = new Rooms({
    ...ports,
    onLeft: visits.ended.bind(visits),
    documents: (map) => documents.of(map),
    rightsOf: access.of.bind(access),
    rightsOfAll: access.rightsOfAll.bind(access),
    onEmpty: (map) => {
      for (const { left } of listeners) left?.(map);
    },
  });
  const changes = new OutsideChanges({
    ...ports,
    onKept,
    show: (map, lineage, these) => rooms.show(map, { kind: 'changes', lineage, changes: these }),
  });
  const tickets = new Tickets({ ...ports, keys: keys.tickets });
  const tellAccess: TellAccess = (map, people) => {
    rooms.tellAccess(map, people);
    for (const { access: changed } of listeners) changed?.(map, people ?? []);
  };
  const sockets = new SocketServer({ ...ports, tickets, rooms, documents, visits }, settings);
  return {
    changes,
    tellAccess,
    tellName: rooms.tellName.bind(rooms),
    /** Has this told from now on. */
    listen: (listener: RoomListener): void => void listeners.push(listener),
    /** Starts after the server, so that it says goodbye before the server waits for its connections. */
    sockets,
    counts: () => ({ rooms: rooms.roomCount, people: rooms.personCount, sockets: sockets.socketCount }),
    routes: { ...socketRoutes({ ...ports, tickets }), ...visitRoutesOf(ports) },
    components: [],
  };
}

function titlesIn(changes: readonly NumberedChange[]): readonly string[] {
  const settings = changes.flatMap(({ ops }) => ops.filter((op) => op.kind === 'settings'));
  return settings.flatMap(({ fields: { title } }) => (title === undefined ? [] : [title]));
}

/** What later features take of rooms. */
export type RoomsGiven = Pick<ReturnType<typeof roomsFeature>, 'changes' | 'tellAccess' | 'tellName' | 'listen'>;
