/** What a scenario gives to the k6 scripts, as JSON. */

/** Somebody who is signed in, with the map that they open. */
export interface GivenPerson {
  readonly cookie: string;
  readonly csrf: string;
  readonly map: string;
}

export interface GivenRooms {
  readonly url: string;
  readonly people: readonly GivenPerson[];
  /** Sockets that one of k6's users holds. */
  readonly perUser: number;
  /** Between two moves of one's pointer; 0: it rests. */
  readonly cursorEveryMs: number;
  /** Between two changes of one person; 0: none. */
  readonly changeEveryMs: number;
  /** So many of the people change the map; absent: all. */
  readonly changing?: number;
  /** Pointers stay within so many units around the middle; absent: where one is says when it was there. */
  readonly within?: number;
  /** How long everybody has to arrive. */
  readonly arriveMs: number;
  readonly steadyMs: number;
  /** When, in the steady time, gateways are restarted: people come back as often as they are sent away. Absent: who is sent away is lost. */
  readonly restartAfterMs?: number;
  /** How long, after that, people wait for what they sent to be kept. */
  readonly settleMs: number;
  /** Of each socket's presence frames, one in so many is looked at: k6 would be the slowest part otherwise. */
  readonly lookAtOneIn: number;
  readonly thresholds: Readonly<Record<string, readonly string[]>>;
}

/** A class: its map, and the secret of the link by which its pupils come. */
export interface GivenClass {
  readonly map: string;
  readonly secret: string;
}

export interface GivenSchool {
  readonly url: string;
  readonly classes: readonly GivenClass[];
  readonly pupils: number;
  /** Between the first pupil and the last. */
  readonly arriveMs: number;
  /** Between two changes of one pupil. */
  readonly changeEveryMs: number;
  /** How long they edit when everybody has come. */
  readonly steadyMs: number;
  readonly settleMs: number;
}

export interface GivenHome {
  readonly url: string;
  readonly people: readonly GivenPerson[];
  readonly viewsPerSecond: number;
  readonly seconds: number;
  readonly thresholds: Readonly<Record<string, readonly string[]>>;
}

export interface GivenVisits {
  readonly url: string;
  readonly people: readonly GivenPerson[];
  readonly perSecond: number;
  readonly seconds: number;
  /** A visit that took longer came to nothing: its person has gone. */
  readonly patienceMs: number;
}

/** One message of somebody's that was recorded. */
export interface TapeLine {
  /** When it was sent, from the beginning of the tape. */
  readonly atMs: number;
  /** Whose it is, counted in the room. */
  readonly person: number;
  readonly base: number;
  readonly changes: readonly { readonly counter: number; readonly ops: readonly unknown[] }[];
  /** The last counter in it that was kept. */
  readonly kept: number;
  /** The first number that it got. */
  readonly seq: number;
}
/** All that reached one map, in the map's order. */
export interface Tape {
  readonly clients: readonly string[];
  readonly lines: readonly TapeLine[];
  /** The map's number after all of it. */
  readonly seq: number;
}
export interface GivenReplay {
  readonly url: string;
  readonly rooms: readonly { readonly people: readonly GivenPerson[]; readonly tape: Tape }[];
  readonly speed: number;
  /** How long the tapes are, at their own speed. */
  readonly lengthMs: number;
}

/** Reads what was given; k6 opens files only while the script is loaded. */
export function readGiven(text: string): unknown {
  return JSON.parse(text);
}
