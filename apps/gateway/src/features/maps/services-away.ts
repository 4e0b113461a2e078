import { Failure } from '@bough/base';
import { GatewayFailure } from '../../failure.ts';

// Exporter, or docstore behind it, gives no answer: the person who asks for a file, or imports one, reads what happened, that nothing is lost, and what
// to do. Logs and metrics have the failure as it was.

const AWAY: ReadonlySet<string> = new Set(['service/unreachable', 'service/deadline', 'service/strange-answer']);

function isAway(cause: unknown): cause is Failure {
  return cause instanceof Failure && (AWAY.has(cause.code) || cause.code.endsWith('/closing'));
}

/** The work of a file that is made; a service that gives no answer is told in words of the person. */
export async function whileExporting<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!isAway(cause)) throw cause;
    throw new GatewayFailure(
      'export-away',
      'The file was not created: the part of the server that creates files is not responding. Your map is safe.',
      { cause },
    );
  }
}

/** Why a file did not become a map. `hasMaps`: others of the same request did. */
export function importFailure(cause: unknown, hasMaps: boolean): unknown {
  if (!isAway(cause)) return cause;
  const told = hasMaps ? 'It was not imported' : 'Nothing was imported';
  const safe = hasMaps ? 'The maps that were imported before are kept' : 'Your file has not changed';
  return new GatewayFailure('import-away', `${told}: a part of the server is not responding. ${safe}.`, { cause });
}
