import type { CommandId, EditorWords } from '@bough/editor';

// Every string that a person may read. A language is one file that satisfies this type.

export interface Words {
  readonly product: string;
  readonly close: string;
  readonly cancel: string;
  readonly tryAgain: string;
  readonly loading: string;
  readonly problems: {
    readonly offline: string;
    readonly unexpected: string;
    readonly unreadable: string;
    /** Set behind what the server said. */
    readonly reference: (requestId: string) => string;
  };
  readonly home: {
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
  };
  readonly account: {
    readonly menu: string;
    readonly guest: string;
    readonly signIn: string;
    readonly signOut: string;
    readonly signOutEverywhere: string;
    readonly signInTitle: string;
    readonly signInText: string;
    readonly email: string;
    readonly sendLink: string;
    readonly sentTitle: string;
    readonly sentText: (email: string) => string;
    readonly confirmTitle: string;
    readonly confirmText: string;
    readonly confirm: string;
    readonly confirmFailed: string;
    readonly outbox: string;
  };
  readonly outbox: {
    readonly title: string;
    readonly text: string;
    readonly empty: string;
    readonly absent: string;
    readonly to: (address: string) => string;
    readonly open: string;
  };
  readonly map: {
    readonly home: string;
    readonly rename: string;
    readonly opening: string;
    readonly saved: string;
    readonly saving: string;
    readonly offline: (unsent: number) => string;
    readonly reconnecting: string;
    readonly viewOnly: string;
    readonly people: (count: number) => string;
    readonly you: string;
    readonly share: string;
    readonly more: string;
    readonly zoomIn: string;
    readonly zoomOut: string;
    readonly fit: string;
    readonly zoomLevel: (percent: number) => string;
    readonly hint: string;
    readonly itemBar: string;
    readonly colour: string;
    readonly colourName: readonly string[];
    readonly automatic: string;
    readonly downloadSvg: string;
    readonly help: string;
    readonly find: string;
    readonly findCount: (at: number, matches: number) => string;
    readonly refused: string;
    readonly refusedDenied: string;
    readonly absentTitle: string;
    readonly absentText: string;
    readonly deniedTitle: string;
    readonly deniedText: string;
    readonly staleTitle: string;
    readonly staleText: string;
    readonly brokenTitle: string;
    readonly reload: string;
    readonly backHome: string;
  };
  readonly share: {
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
  };
  readonly theme: {
    readonly name: string;
    readonly device: string;
    readonly light: string;
    readonly dark: string;
  };
  readonly commands: Readonly<Record<CommandId, string>>;
  readonly editor: EditorWords;
}
