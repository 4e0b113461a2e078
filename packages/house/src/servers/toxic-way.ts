/** One proxy of a toxiproxy server: a way to a store that can be made slow and cut. */
export class ToxicWay {
  readonly endpoint: string;
  readonly #admin: string;

  private constructor(admin: string, endpoint: string) {
    this.#admin = admin;
    this.endpoint = endpoint;
  }

  /** Makes a way to `upstream`. */
  static async make(toxiproxy: string, name: string, upstream: string): Promise<ToxicWay> {
    const body = JSON.stringify({ name, listen: '127.0.0.1:0', upstream: new URL(upstream).host });
    const made: unknown = await (await fetch(`${toxiproxy}/proxies`, { method: 'POST', body })).json();
    if (typeof made !== 'object' || made === null || !('listen' in made)) throw new Error('no proxy was made');
    return new ToxicWay(`${toxiproxy}/proxies/${name}`, `http://${String(made.listen)}`);
  }

  /** Adds so much to every answer. */
  async slow(latency: number, jitter: number): Promise<void> {
    await this.#send(`${this.#admin}/toxics`, 'POST', {
      name: 'slow',
      type: 'latency',
      attributes: { latency, jitter },
    });
  }

  /** As fast as it was. */
  async fast(): Promise<void> {
    await this.#send(`${this.#admin}/toxics/slow`, 'DELETE', null);
  }

  /** Cuts every connection, and takes no new one until `mend`. */
  async cut(): Promise<void> {
    await this.#send(this.#admin, 'POST', { enabled: false });
  }

  async mend(): Promise<void> {
    await this.#send(this.#admin, 'POST', { enabled: true });
  }

  /** Connections stay open and carry nothing any more, in either direction, until `resume`. */
  async hang(): Promise<void> {
    for (const stream of ['upstream', 'downstream']) {
      await this.#send(`${this.#admin}/toxics`, 'POST', {
        name: stream,
        type: 'timeout',
        stream,
        attributes: { timeout: 0 },
      });
    }
  }

  async resume(): Promise<void> {
    for (const stream of ['upstream', 'downstream'])
      await this.#send(`${this.#admin}/toxics/${stream}`, 'DELETE', null);
  }

  async #send(url: string, method: string, body: unknown): Promise<void> {
    const answer = await fetch(url, { method, ...(body === null ? {} : { body: JSON.stringify(body) }) });
    await answer.arrayBuffer();
  }
}
