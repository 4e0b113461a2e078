/** What home says. */
export interface HomeWords {
  readonly title: string;
  readonly newMap: string;
  readonly untitled: string;
  readonly search: string;
  readonly nothingFound: (query: string) => string;
  readonly opened: (when: string) => string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly examples: string;
  readonly useExample: string;
  readonly failed: string;
  readonly role: Readonly<Record<'view' | 'comment' | 'edit', string>>;
  readonly guestNote: string;
}
