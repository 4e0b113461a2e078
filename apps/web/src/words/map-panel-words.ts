/** What stands in the map's panels, pickers, hints and dialogs. */
export interface PanelWords {
  /** An action on an item was asked for, and none is selected. */
  readonly chooseFirst: string;
  readonly note: {
    readonly title: string;
    readonly of: (item: string) => string;
    readonly placeholder: string;
    /** In its place while no item is selected. */
    readonly choose: string;
  };
  readonly palette: {
    readonly title: string;
    readonly placeholder: string;
    readonly none: string;
    /** Beside what is an item of the map, no command. */
    readonly item: string;
  };
  readonly help: {
    readonly preset: string;
    readonly presetName: Readonly<Record<'standard' | 'coggle' | 'freemind', string>>;
    readonly mouse: string;
    readonly find: string;
    readonly section: Readonly<Record<'item' | 'text' | 'move' | 'select' | 'edit' | 'view', string>>;
    readonly gestures: readonly (readonly [gesture: string, meaning: string])[];
  };
  readonly web: {
    readonly title: string;
    readonly label: string;
    readonly set: string;
    readonly remove: string;
    readonly invalid: string;
  };
  readonly link: {
    readonly choose: string;
    readonly bar: string;
    readonly label: string;
    readonly direction: string;
    readonly directionName: Readonly<Record<'none' | 'end' | 'both', string>>;
    readonly straighten: string;
    readonly remove: string;
  };
  readonly icon: {
    readonly title: string;
    readonly search: string;
    readonly none: string;
    readonly remove: string;
    readonly icons: string;
    readonly emoji: string;
  };
  readonly style: {
    readonly title: string;
    readonly anyColour: string;
  };
  readonly image: {
    readonly failed: string;
    readonly tooLarge: string;
    readonly uploading: string;
    readonly elsewhere: string;
  };
  readonly outline: { readonly title: string; readonly row: (level: number) => string; readonly hint: string };
  readonly present: {
    readonly at: (at: number, of: number) => string;
    readonly next: string;
    readonly previous: string;
    readonly end: string;
  };
  readonly focus: { readonly on: (item: string) => string; readonly end: string };
  readonly history: {
    readonly title: string;
    readonly slider: string;
    readonly at: (seq: number, last: number) => string;
    readonly by: (who: string, when: string) => string;
    readonly start: string;
    readonly you: string;
    readonly somebody: string;
    readonly restore: string;
    readonly restored: string;
    readonly copy: string;
    readonly copyTitle: (title: string) => string;
    readonly close: string;
    readonly failed: string;
    readonly older: string;
    readonly newer: string;
  };
  readonly comments: {
    readonly title: string;
    readonly placeholder: string;
    /** Of the group of names that can be chosen. */
    readonly names: string;
    readonly send: string;
    readonly answer: string;
    /** The field's label while it answers a thread, and the way to begin another one. */
    readonly answerHere: string;
    readonly another: string;
    readonly resolve: string;
    readonly reopen: string;
    readonly none: string;
    /** In their place while no item is selected. */
    readonly choose: string;
  };
  readonly unkept: string;
  readonly everywhere: { readonly title: string; readonly placeholder: string; readonly none: string };
}
