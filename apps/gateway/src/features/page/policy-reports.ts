import { tryJson } from '@bough/base';
import { type Log, OneLineEach } from '@bough/service';
import { type Request, type RequestHandler, Router } from 'express';
import { clientAddress, networkOf } from '../../http/client-address.ts';
import { GatewayFailure } from '../../failure.ts';
import { type RateLimits, TooMany } from '../../limits/rate-limits.ts';
import { REPORTS_PATH } from './policy.ts';
import { shortBody } from '../../http/short-body.ts';

// Browsers tell here what the page's policy kept from happening. They send no token with it, so it stands before all that asks for one, answers
// everything alike, and what is said is believed by nobody: it is counted, and of each kind one line a minute is logged. Neither addresses nor
// samples are kept, in which words of people could stand.

const LONGEST_REPORT = 8_192;
/** What a policy can be violated by; anything else is somebody's own word. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  ...[
    'default-src',
    'script-src',
    'script-src-elem',
    'script-src-attr',
    'style-src',
    'style-src-elem',
    'style-src-attr',
  ],
  ...['img-src', 'font-src', 'connect-src', 'worker-src', 'manifest-src', 'object-src', 'frame-src', 'media-src'],
  ...['base-uri', 'form-action', 'frame-ancestors', 'require-trusted-types-for', 'trusted-types'],
]);
const BLOCKED_WORDS: ReadonlySet<string> = new Set(['inline', 'eval', 'wasm-eval', 'self', 'data', 'blob']);

/** What was reported so far, by directive. */
export type ReportCounts = ReadonlyMap<string, number>;

/** The door for reports, and what came through it. */
export function policyReports(
  parts: {
    readonly clock: ConstructorParameters<typeof OneLineEach>[0]['clock'];
    readonly log: Pick<Log, 'warn'>;
    readonly limits: Pick<RateLimits, 'mustTake'>;
  },
  settings: { readonly trustedProxies: number },
): { readonly handler: RequestHandler; readonly counts: ReportCounts } {
  const counts = new Map<string, number>();
  const lines = new OneLineEach(parts);
  const router = Router();
  // oxlint-disable-next-line no-async-endpoint-handlers -- Express 5 hands what is thrown on
  router.post(REPORTS_PATH, async (req, res) => {
    if (mayReport(req, parts.limits, settings.trustedProxies)) {
      const report = parseReport(await shortBody(req, LONGEST_REPORT));
      if (report !== null) {
        counts.set(report.directive, (counts.get(report.directive) ?? 0) + 1);
        const what = `a browser says that the page's policy (${report.directive}) refused ${report.blocked}`;
        lines.warn(
          parts.log,
          what,
          new GatewayFailure('policy', 'The browser blocked something that the page is not allowed to do.'),
        );
      }
    }
    res.status(204).end();
  });
  return { handler: router, counts };
}

function mayReport(req: Request, limits: Pick<RateLimits, 'mustTake'>, trustedProxies: number): boolean {
  try {
    limits.mustTake('reports by network address', networkOf(clientAddress(req, trustedProxies)));
    return true;
  } catch (failure) {
    if (failure instanceof TooMany) return false;
    throw failure;
  }
}

interface Report {
  readonly directive: string;
  readonly blocked: string;
}

/** What a browser says of a violation; null where it is no such report. */
function parseReport(text: string): Report | null {
  const report = fieldOf(tryJson(text), 'csp-report');
  const directive = fieldOf(report, 'effective-directive') ?? fieldOf(report, 'violated-directive');
  if (typeof directive !== 'string' || !DIRECTIVES.has(directive)) return null;
  return { directive, blocked: blockedBy(fieldOf(report, 'blocked-uri')) };
}

/** A word of the standard, or whether it was of this origin's scheme; the address itself is somebody's own word. */
function blockedBy(blocked: unknown): string {
  if (typeof blocked !== 'string') return 'something';
  if (BLOCKED_WORDS.has(blocked)) return blocked;
  return /^https?:/.test(blocked) ? 'another address' : 'something';
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}
