import type { CommandId, EditorWords } from '@bough/editor';
import type { AccountWords, ThemeWords } from './account-words.ts';
import type { ExportWords, ImportWords } from './file-words.ts';
import type { HomeWords } from './home-words.ts';
import type { PanelWords } from './map-panel-words.ts';
import type { PublicWords, ShareWords } from './share-words.ts';

// Every string that a person may read. A language is one file that satisfies this type.

export interface Words {
  readonly product: string;
  readonly close: string;
  readonly cancel: string;
  readonly tryAgain: string;
  readonly undo: string;
  readonly loading: string;
  readonly problems: {
    readonly offline: string;
    readonly unexpected: string;
    readonly unreadable: string;
    /** The page's own code did not come, or failed: all of it, or a part. */
    readonly stoppedTitle: string;
    readonly stoppedPart: string;
    readonly stoppedText: string;
    /** By what stands behind the slash of a problem's code; the server's own sentence stands for all others. */
    readonly byCode: Readonly<Record<string, string>>;
    /** Set behind what the server said. */
    readonly reference: (requestId: string) => string;
  };
  readonly home: HomeWords;
  readonly importing: ImportWords;
  readonly exporting: ExportWords;
  readonly account: AccountWords;
  readonly map: {
    readonly home: string;
    readonly rename: string;
    readonly opening: string;
    readonly saved: string;
    readonly saving: string;
    readonly offline: (unsent: number) => string;
    readonly outdated: (unsent: number) => string;
    readonly full: (unsent: number) => string;
    readonly reconnecting: string;
    readonly viewOnly: string;
    readonly mayComment: string;
    readonly endedTitle: string;
    readonly endedText: (unsent: number) => string;
    readonly people: (count: number) => string;
    readonly you: string;
    readonly share: string;
    readonly more: string;
    readonly zoomIn: string;
    readonly zoomOut: string;
    readonly fit: string;
    readonly minimap: string;
    readonly zoomLevel: (percent: number) => string;
    readonly hint: string;
    /** How somebody who may only comment does so, and the button that opens the comments. */
    readonly commentHint: string;
    readonly commentOpen: string;
    readonly itemBar: string;
    readonly itemMore: string;
    readonly selected: (count: number) => string;
    readonly backToMap: string;
    readonly colour: string;
    readonly colourName: readonly string[];
    readonly automatic: string;
    /** What keys are called on keyboards of this language, by their English names. */
    readonly keyNames: Readonly<Record<string, string>>;
    readonly help: string;
    readonly find: string;
    readonly findCount: (at: number, matches: number) => string;
    readonly refused: string;
    readonly refusedDenied: string;
    readonly absentTitle: string;
    readonly absentText: string;
    readonly offlineTitle: string;
    readonly offlineText: string;
    readonly awayTitle: string;
    readonly awayText: string;
    readonly deniedTitle: string;
    readonly deniedText: string;
    readonly staleTitle: string;
    readonly staleText: string;
    readonly staleUnkept: string;
    readonly brokenTitle: string;
    readonly reload: string;
    readonly backHome: string;
  };
  readonly panel: PanelWords;
  readonly share: ShareWords;
  readonly nowhere: { readonly title: string; readonly text: string };
  readonly publicPage: PublicWords;
  readonly theme: ThemeWords;
  readonly commands: Readonly<Record<CommandId, string>>;
  readonly editor: EditorWords;
}
