import { err, isShortId, type MapId, ok, type Result } from '@bough/base';
import { everydayRoutes, HEADERS, type Route, SOCKET_PATH } from '@bough/contracts';
import { type MapApi, type MapTrouble, PROTOCOL_VERSION } from '@bough/editor';
import { earlyDocument } from '../opening/early-answers.ts';
import { PATIENCE_MS } from '../opening/early-questions.ts';
import { read, send } from './api.ts';
import { askSession } from './session.ts';

/** The gateway, as the connection of one map asks it. */
export function mapApi(map: MapId): MapApi {
  return {
    socketUrl: `${location.origin.replace(/^http/, 'ws')}${SOCKET_PATH}`,
    ticket: async (client) => {
      const session = await askSession();
      if (session.kind !== 'known') return err({ kind: 'unavailable', detail: 'nobody answers' });
      const answer = await ask(everydayRoutes.socketTicket, { map, client }, session.facts.csrf);
      if (!answer.ok) return answer;
      const said = await textOf(answer.value);
      const given = said === null ? null : read(everydayRoutes.socketTicket, answer.value, said);
      return given?.ok === true ? ok(given.value.ticket) : err(HALF);
    },
    document: async () => {
      const early = await earlyDocument(map);
      const answer =
        early === null ? await ask(everydayRoutes.readMap, { map, known: null, at: null }) : checked(early);
      if (!answer.ok) return answer;
      const { headers } = answer.value;
      const seq = Number(headers.get(HEADERS.seq) ?? 'none');
      const lineage = headers.get(HEADERS.lineage);
      const text = await textOf(answer.value);
      const isWhole = text !== null && Number.isInteger(seq) && isShortId(lineage);
      return isWhole ? ok({ lineage, seq, text }) : err(HALF);
    },
  };
}

const HALF = { kind: 'unavailable', detail: 'half an answer' } as const;

async function ask<P, A>(
  route: Route<P, undefined, A>,
  params: P,
  csrf?: string,
): Promise<Result<Response, MapTrouble>> {
  const options = { signal: AbortSignal.timeout(PATIENCE_MS), ...(csrf === undefined ? {} : { csrf }) };
  const response = await send(route, params, undefined, options).catch(() => null);
  return response === null ? err({ kind: 'unavailable', detail: 'no answer' }) : checked(response);
}

function checked(response: Response): Result<Response, MapTrouble> {
  // Before the status: what is missing in another version must not look like a map that is gone.
  const version = response.headers.get(HEADERS.protocol) ?? String(PROTOCOL_VERSION);
  if (version !== String(PROTOCOL_VERSION)) return err({ kind: 'version', detail: `the server speaks ${version}` });
  return response.ok ? ok(response) : err({ kind: kindOf(response.status), detail: `answered ${response.status}` });
}

function textOf(response: Response): Promise<string | null> {
  return response.text().catch(() => null);
}

function kindOf(status: number): MapTrouble['kind'] {
  if (status === 401 || status === 403) return 'denied';
  return status === 404 || status === 410 ? 'absent' : 'unavailable';
}
