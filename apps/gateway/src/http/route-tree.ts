import type { Method } from '@bough/contracts';
import { type RequestHandler, Router } from 'express';

/** What stands for any one segment. */
const NAME = ':';
const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

interface Branch {
  readonly under: Map<string, Branch>;
  /** The routes that end here; null: none does. */
  router: Router | null;
}

/**
 * Routes by the segments of their paths, so that a request is compared with those that it can be for and not with all of them in a row.
 * Whether one of these is meant, and what it names, is decided by Express as ever.
 */
export class RouteTree {
  readonly #root: Branch = newBranch();

  /** Adds a step for the method and path; of two that fit, one with a word goes before one with a name. */
  add(method: Method, path: string, step: RequestHandler): void {
    this.routerAt(path)[METHODS[method]](path, step);
  }

  /** The router of everything at this path. */
  routerAt(path: string): Router {
    let branch = this.#root;
    for (const segment of segmentsOf(path)) {
      const word = segment.startsWith(':') ? NAME : segment;
      const next = branch.under.get(word) ?? newBranch();
      branch.under.set(word, next);
      branch = next;
    }
    return (branch.router ??= Router());
  }

  /** Hands the request to the routes that it can be for, one after the other. */
  handler(): RequestHandler {
    return (req, res, next) => {
      const found: Router[] = [];
      collect(this.#root, segmentsOf(req.path), 0, found);
      const step = (at: number, failure?: unknown): void => {
        const router = failure === undefined ? found[at] : undefined;
        if (router === undefined) next(failure);
        else router(req, res, (thrown?: unknown) => step(at + 1, thrown));
      };
      step(0);
    };
  }
}

function newBranch(): Branch {
  return { under: new Map(), router: null };
}

/** As Express compares them: whatever the case, with or without a slash at the end. */
function segmentsOf(path: string): string[] {
  const whole = path.toLowerCase();
  return whole.slice(1, whole.endsWith('/') ? -1 : undefined).split('/');
}

function collect(branch: Branch, segments: readonly string[], at: number, found: Router[]): void {
  const segment = segments[at];
  if (segment === undefined) {
    if (branch.router !== null) found.push(branch.router);
    return;
  }
  const [word, name] = [branch.under.get(segment), branch.under.get(NAME)];
  if (word !== undefined) collect(word, segments, at + 1, found);
  if (name !== undefined && name !== word) collect(name, segments, at + 1, found);
}
