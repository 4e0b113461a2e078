import { type ClientId, err, isShortId, type MapId, ok, type PrefixName, type Result } from '@bough/base';
import { PROTOCOL_VERSION } from '@bough/sync';

/**
 * Why the server did not give what was asked: `unavailable` is tried again, as is `version` (it speaks another one); the others end
 * the connection.
 */
export interface DoorProblem {
  readonly kind: 'denied' | 'absent' | 'unavailable' | 'version';
  readonly detail: string;
}

/** How to reach one map. `httpDoor` makes it for the gateway; a test brings its own. */
export interface MapDoor {
  /** A fresh one-time ticket for a socket of this client. */
  ticket(client: ClientId): Promise<Result<string, DoorProblem>>;
  /** The whole map as text, with the name that says of which order it is, and up to which change. */
  document(): Promise<Result<PrefixName & { readonly text: string }, DoorProblem>>;
  /** Where the socket is: ws: or wss:. */
  readonly socketUrl: string;
}

export interface HttpDoorSettings {
  /** Where the page came from. */
  readonly origin: string;
  readonly map: MapId;
  /** Asked for each time: the token changes with the session, and may still have to be fetched. */
  readonly csrf: () => Promise<string>;
  /** The platform's fetch: the page brings it, so that the wall between packages and network stays. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

const PATIENCE_MS = 20_000;

/** The gateway's door: POST /api/maps/:id/ticket, GET /api/maps/:id/document (its name in the headers bough-seq and bough-lineage), /api/socket. */
export function httpDoor(settings: HttpDoorSettings): MapDoor {
  const base = `${settings.origin}/api/maps/${settings.map}`;
  const ask = async (url: string, method: string): Promise<Result<Response, DoorProblem>> => {
    try {
      const response = await settings.fetch(url, {
        method,
        credentials: 'same-origin',
        headers: method === 'POST' ? { 'bough-csrf': await settings.csrf() } : {},
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      // Before the status: what is missing in another version must not look like a map that is gone.
      const version = response.headers.get('bough-protocol') ?? String(PROTOCOL_VERSION);
      if (version !== String(PROTOCOL_VERSION)) return err({ kind: 'version', detail: `the server speaks ${version}` });
      return response.ok ? ok(response) : err({ kind: kindOf(response.status), detail: `answered ${response.status}` });
    } catch (cause) {
      return err({ kind: 'unavailable', detail: cause instanceof Error ? cause.message : 'no answer' });
    }
  };
  return {
    socketUrl: `${settings.origin.replace(/^http/, 'ws')}/api/socket`,
    ticket: async (client) => {
      const answer = await ask(`${base}/ticket?client=${client}`, 'POST');
      if (!answer.ok) return answer;
      const body: unknown = await answer.value.json().catch(() => null);
      const ticket = typeof body === 'object' && body !== null && 'ticket' in body ? body.ticket : null;
      return typeof ticket === 'string' ? ok(ticket) : err({ kind: 'unavailable', detail: 'no ticket in the answer' });
    },
    document: async () => {
      const answer = await ask(`${base}/document`, 'GET');
      if (!answer.ok) return answer;
      const { headers } = answer.value;
      const seq = Number(headers.get('bough-seq') ?? 'none');
      const lineage = headers.get('bough-lineage');
      const text = await answer.value.text().catch(() => null);
      const isWhole = text !== null && Number.isInteger(seq) && isShortId(lineage);
      return isWhole ? ok({ lineage, seq, text }) : err({ kind: 'unavailable', detail: 'half an answer' });
    },
  };
}

function kindOf(status: number): DoorProblem['kind'] {
  if (status === 401 || status === 403) return 'denied';
  return status === 404 || status === 410 ? 'absent' : 'unavailable';
}
