/** What the dialog of sharing and the page behind a link say. */
export interface ShareWords {
  readonly title: string;
  readonly text: string;
  readonly edit: string;
  readonly view: string;
  readonly make: string;
  readonly copied: string;
  readonly copy: string;
  readonly once: string;
  readonly made: string;
  readonly revoke: string;
  readonly none: string;
  readonly joining: string;
  readonly joinFailed: string;
}
