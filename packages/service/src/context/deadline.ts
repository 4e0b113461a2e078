/** Until when an answer is of use to whoever asked. */
export interface Deadline {
  /** Milliseconds left, never below 0. */
  remainingMs(): number;
}
