import type { Measured } from './measured.ts';
import { CORE_HOUR, type StoragePrice } from './prices.ts';

// The arithmetic of the capacity page: nothing here is measured.

/** So much of a core is used where the fleet adds another (HorizontalPodAutoscaler of infra/kubernetes). */
export const BUSY = 0.4;
const MILLION = 1_000_000;
const LOCATIONS = 2;

/** People at work whom one core of a gateway carries, and one of a docstore: with the core to themselves, and as busy as a fleet lets it be. */
export function peopleOfCore({
  people,
  gatewayCores,
  docstoreCores,
}: Measured): Readonly<Record<'gateway' | 'docstore', { readonly whole: number; readonly busy: number }>> {
  const of = (cores: number): { readonly whole: number; readonly busy: number } => ({
    whole: people / cores,
    busy: (people / cores) * BUSY,
  });
  return { gateway: of(gatewayCores), docstore: of(docstoreCores) };
}

/** What a million changes take, in both locations. */
export function ofMillionChanges(measured: Measured): {
  readonly gigabytes: number;
  readonly writes: number;
  readonly reads: number;
  readonly coreHours: number;
} {
  const { changeBytes, writesOfChange, readsOfChange, changesASecond, gatewayCores, docstoreCores } = measured;
  return {
    gigabytes: (changeBytes * MILLION * LOCATIONS) / 1e9,
    writes: writesOfChange * MILLION,
    reads: readsOfChange * MILLION,
    coreHours: ((gatewayCores + docstoreCores) / changesASecond) * (MILLION / 3_600),
  };
}

/** What they cost there: requests and processor once, the bytes each month. */
export function priceOfMillionChanges(
  measured: Measured,
  price: StoragePrice,
): { readonly requests: number; readonly processor: number; readonly month: number } {
  const { gigabytes, writes, reads, coreHours } = ofMillionChanges(measured);
  return {
    requests: (writes * price.millionWrites + reads * price.millionReads) / MILLION,
    processor: (coreHours * CORE_HOUR) / BUSY,
    month: gigabytes * price.gigabyteMonth,
  };
}

/** What people do: the only thing about a million of them that is not measured. */
export interface Habits {
  readonly people: number;
  /** Of all: at work at once in the busiest hour, and with a map open beside that. */
  readonly atWork: number;
  readonly withOpenMap: number;
  /** People at one map, as in the load. */
  readonly atOneMap: number;
  /** Changes of a person in a month. */
  readonly changesAMonth: number;
}

export const MILLION_PEOPLE: Habits = {
  people: MILLION,
  atWork: 0.05,
  withOpenMap: 0.1,
  atOneMap: 5,
  changesAMonth: 1_000,
};

/** What they need in the busiest hour, and what a month costs. */
export interface Needs {
  readonly atWork: number;
  readonly sockets: number;
  readonly gatewayCores: number;
  readonly docstoreCores: number;
  readonly gatewayGigabytes: number;
  readonly docstoreGigabytes: number;
  readonly changesASecond: number;
  readonly writesASecond: number;
  readonly addedGigabytes: number;
  /** Dollars: requests, bytes that a month adds, and the cores for the whole month. */
  readonly requests: number;
  readonly bytes: number;
  readonly processor: number;
}

const HOURS_OF_MONTH = 730;

export function needsOf(measured: Measured, habits: Habits, price: StoragePrice): Needs {
  const { people, atWork, withOpenMap, atOneMap, changesAMonth } = habits;
  const busy = people * atWork;
  const sockets = busy + people * withOpenMap;
  const { gateway, docstore } = peopleOfCore(measured);
  const [gatewayCores, docstoreCores] = [Math.ceil(busy / gateway.busy), Math.ceil(busy / docstore.busy)];
  const changesASecond = (busy * measured.changesASecond) / measured.people;
  const millions = (people * changesAMonth) / MILLION;
  const ofMillion = priceOfMillionChanges(measured, price);
  return {
    atWork: busy,
    sockets,
    gatewayCores,
    docstoreCores,
    gatewayGigabytes: (sockets * measured.socketKilobytes) / 1e6,
    docstoreGigabytes: ((sockets / atOneMap) * measured.openMapKilobytes) / 1e6,
    changesASecond,
    writesASecond: changesASecond * measured.writesOfChange,
    addedGigabytes: millions * ofMillionChanges(measured).gigabytes,
    requests: millions * ofMillion.requests,
    bytes: millions * ofMillion.month,
    processor: (gatewayCores + docstoreCores) * HOURS_OF_MONTH * CORE_HOUR,
  };
}
