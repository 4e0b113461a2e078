import { must } from '@bough/base';
import { decodeMap, mapHash } from '@bough/map';
import type { GivenPerson } from '../k6/given.ts';
import { Artist } from './artist.ts';
import { personOf, until, visitorOf } from './record.ts';

interface Seat {
  readonly given: GivenPerson;
  readonly witness: Artist;
}

/** Somebody in each room who draws nothing and has the client of browsers: the map grows there change by change. */
export class Witnesses {
  readonly #url: string;
  readonly #seats: readonly Seat[];

  private constructor(url: string, seats: readonly Seat[]) {
    this.#url = url;
    this.#seats = seats;
  }

  /** They come before everybody else. */
  static async come(url: string, people: readonly GivenPerson[]): Promise<Witnesses> {
    const seats: Seat[] = [];
    for (const given of people) seats.push({ given, witness: await artist(url, given) });
    await until(() => seats.every(({ witness }) => witness.isLive));
    return new Witnesses(url, seats);
  }

  /** In how many rooms witness, a newcomer and the server's own document are not the same map; everybody leaves. */
  async different(): Promise<number> {
    let different = 0;
    for (const { given, witness } of this.#seats) {
      const newcomer = await artist(this.#url, given);
      await until(() => newcomer.isLive && newcomer.seq > 0);
      await until(() => witness.seq >= newcomer.seq);
      const document = await visitorOf(this.#url, given).ask('GET', `/api/maps/${given.map}/document`);
      const hashes = new Set([witness.hash, newcomer.hash, mapHash(must(decodeMap(document)))]);
      if (hashes.size > 1) different++;
      witness.stop();
      newcomer.stop();
    }
    return different;
  }
}

async function artist(url: string, given: GivenPerson): Promise<Artist> {
  return new Artist(url, given, { person: await personOf(url, given), seed: 0, nowMs: () => performance.now() });
}
