import type { Route } from '@bough/contracts';
import { type Call, createMetrics, createPlatform, silentLog } from '@bough/service';

/** Asks docstore as the gateway asks it. */
export class DocstoreCaller {
  readonly #platform: ReturnType<typeof createPlatform>;
  readonly #toDocstore: ReturnType<ReturnType<typeof createPlatform>['caller']>;

  constructor(url: string, named: { readonly kid: string; readonly key: Uint8Array }) {
    const own = [{ audience: 'docstore', issuer: 'gateway', ...named }] as const;
    const settings = { BOUGH_HOST: '127.0.0.1', PORT: 0, BOUGH_TOKEN_KEYS: own };
    this.#platform = createPlatform('gateway', settings, silentLog, createMetrics('gateway'), []);
    this.#toDocstore = this.#platform.caller('docstore', url);
  }

  async call<P, B, A>(route: Route<P, B, A>, request: Call<P, B>): Promise<A> {
    const open = this.#platform.context({ deadlineMs: 60_000 });
    try {
      return await this.#toDocstore.call(route, request, open.context);
    } finally {
      open.close();
    }
  }

  async stop(): Promise<void> {
    await this.#toDocstore.stop?.();
  }
}
