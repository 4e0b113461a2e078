import type { Clock, Ids, MapId, PersonId, Random, Result } from '@bough/base';
import type { OpenMap } from '../open-map.ts';

/** Why the server did not give what was asked: `unavailable` is tried again, the others end the connection. */
export interface DoorProblem {
  readonly kind: 'denied' | 'absent' | 'unavailable';
  readonly detail: string;
}

/** How to reach one map. `httpDoor` makes it for the gateway; a test brings its own. */
export interface MapDoor {
  /** A fresh one-time ticket for the socket. */
  ticket(): Promise<Result<string, DoorProblem>>;
  /** The whole map as text, with the number of its last change. */
  document(): Promise<Result<{ readonly seq: number; readonly text: string }, DoorProblem>>;
  /** Where the socket is: ws: or wss:. */
  readonly socketUrl: string;
}

/** What a connection is built from; the rest is the browser's. */
export interface ConnectionComponents {
  readonly door: MapDoor;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
}

export interface ConnectionSettings {
  readonly map: MapId;
  /** Whose unsent changes are adopted: never another person's on the same device. */
  readonly person: PersonId;
}

/**
 * Opens the map at once, with status `opening` and an empty map until the document is there; keeps it open through every
 * fault, with unsent changes kept in the browser's database, until `close`.
 */
export declare function connectMap(components: ConnectionComponents, settings: ConnectionSettings): OpenMap;

/**
 * The gateway's door: POST `<api>/maps/:id/ticket` and GET `<api>/maps/:id/document` (its number in the header bough-seq), both
 * relative to `origin`, with the CSRF token asked for each time.
 */
export declare function httpDoor(settings: {
  readonly origin: string;
  readonly map: MapId;
  readonly csrf: () => string;
}): MapDoor;
