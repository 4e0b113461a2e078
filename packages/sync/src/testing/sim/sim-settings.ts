import type { MapRole } from '@bough/contracts';

/** How a simulated world is made, and how rough it is. */
export interface SimSettings {
  readonly clients: number;
  readonly gateways: number;
  /** How long people edit and things fail. */
  readonly roughMs: number;
  /** Between two edits of one client, on average. */
  readonly editEveryMs: number;
  /** Between two faults in the world, on average; 0: none. */
  readonly faultEveryMs: number;
  /** Between two losses of the order's end, on average; 0: none. */
  readonly lossEveryMs: number;
  /** Changes that the map has before anybody comes. */
  readonly prehistory: number;
  /** Everybody types into the same three items and moves the same branches, and does nothing else; nothing is checked on the way. */
  readonly isCrowded: boolean;
  /** Lines of the trace to keep for reading. */
  readonly keepTrace: number;
}

export const DEFAULT_SETTINGS: SimSettings = {
  clients: 4,
  gateways: 2,
  roughMs: 15_000,
  editEveryMs: 450,
  faultEveryMs: 600,
  lossEveryMs: 12_000,
  prehistory: 0,
  isCrowded: false,
  keepTrace: 0,
};

/** What happened, in numbers: a run in which one of these never rises over many seeds has proved nothing about it. */
export interface SimCounts {
  edits: number;
  undone: number;
  /** Changes that docstore had to bring over others'. */
  transformed: number;
  refused: number;
  /** Refusals that reached their author. */
  refusalsShown: number;
  /** Refusals of which only the fact reached the author: the answer was lost. */
  refusalsInferred: number;
  recovered: number;
  moot: number;
  /** Changes that came to docstore a second time. */
  repeated: number;
  /** Frames, calls, answers and bus messages that were lost. */
  lost: number;
  cuts: number;
  clientRestarts: number;
  gatewayRestarts: number;
  docstoreRestarts: number;
  lostWrites: number;
  revocations: number;
  deniedEdits: number;
  fetches: number;
  checks: number;
  /** Times that the order lost its end, the changes that it lost, and what was turned away since it was made on them. */
  losses: number;
  lostChanges: number;
  turnedAway: number;
  /** Submits that were made on what lies too far back. */
  tooOld: number;
  /** Clients that stood beyond a loss, and changes that they sent again. */
  renewals: number;
  sentAgain: number;
  /** Of what was acknowledged and lost: changes that no longer fit, and were shown to their author. */
  shownAgain: number;
  /** Counters of which it was said that nothing will come under them. */
  voids: number;
  /** Guests who signed in, and went on as somebody else. */
  signIns: number;
  /** People who counted under the client id of somebody else. */
  impostors: number;
  /** Clients that came back after a loss, and that never did. */
  lateComers: number;
  neverBack: number;
}

/** All of them at nought. */
export function noCounts(): SimCounts {
  return {
    edits: 0,
    undone: 0,
    transformed: 0,
    refused: 0,
    refusalsShown: 0,
    refusalsInferred: 0,
    recovered: 0,
    moot: 0,
    repeated: 0,
    lost: 0,
    cuts: 0,
    clientRestarts: 0,
    gatewayRestarts: 0,
    docstoreRestarts: 0,
    lostWrites: 0,
    revocations: 0,
    deniedEdits: 0,
    fetches: 0,
    checks: 0,
    losses: 0,
    lostChanges: 0,
    turnedAway: 0,
    tooOld: 0,
    renewals: 0,
    sentAgain: 0,
    shownAgain: 0,
    voids: 0,
    signIns: 0,
    impostors: 0,
    lateComers: 0,
    neverBack: 0,
  };
}

/** What somebody may turn out to be allowed to do, each as likely as it stands here. */
export const ROLES = ['view', 'comment', 'edit', 'edit'] as const satisfies readonly MapRole[];
