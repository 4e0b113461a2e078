/** Which set-up link makes the first owner: links are numbered, and each number is good at most once. */
export interface SetUpStore {
  /** The number's place in the row: even while the link of it is good, odd once that was used; 0 in the beginning. */
  setUpTurn(): Promise<number>;
  /** Moves on from exactly this; of any number of calls at once, one answers true. */
  tryTurnSetUp(from: number, to: number): Promise<boolean>;
}

/** The one record's key: 16 zero bytes, as any id is written. */
export const SET_UP_ID = 'A'.repeat(22);
