/** What decides whether the page may load itself anew now. */
export interface ReloadFacts {
  readonly nowMs: number;
  /** When a key was pressed, or a pointer, last. */
  readonly inputMs: number;
  /** When this page loaded itself anew last; 0 when it never did. */
  readonly reloadedMs: number;
  /** The words' box is open: what was typed is in the map, but more may come. */
  readonly isEditing: boolean;
  readonly isHidden: boolean;
  /** Something is open whose words a reload would take: a sheet, a dialog, a field. */
  readonly isBusy: boolean;
  /** Everything that waits to be sent survives a reload. */
  readonly isKept: boolean;
}

const PAUSE_MS = 4_000;
const EDITING_PAUSE_MS = 20_000;
/** While an update goes from server to server, the page that comes may be the old one again. */
const BETWEEN_MS = 60_000;

/** Whether this is the moment: nothing would be lost, nobody is typing, and it was not tried a moment ago. */
export function isReloadMoment(facts: ReloadFacts): boolean {
  if (!facts.isKept || facts.isBusy) return false;
  if (facts.reloadedMs > 0 && facts.nowMs - facts.reloadedMs < BETWEEN_MS) return false;
  return facts.isHidden || facts.nowMs - facts.inputMs >= (facts.isEditing ? EDITING_PAUSE_MS : PAUSE_MS);
}
