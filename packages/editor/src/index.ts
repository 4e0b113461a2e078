export { COMMAND_IDS, type CommandId } from './commands/command-id.ts';
export { type Command, COMMANDS, type KeyBinding, type KeyPlace, writeKeys } from './commands/table.ts';
export {
  type ConnectionComponents,
  type ConnectionSettings,
  connectMap,
  type DoorProblem,
  httpDoor,
  type MapDoor,
} from './connection/connect-map.ts';
export { openLocalMap } from './connection/local-map.ts';
export type { EditorComponents, EditorSettings, EditorWords } from './editor-types.ts';
export type { CloseReason, MapEvent, MapFacts, MapStatus, OpenMap } from './open-map.ts';
export { browserClock, browserIds, browserRandom } from './platform/browser-ports.ts';
export { Editor } from './shell/editor.ts';
export type { EditorSnapshot, FindState } from './snapshot.ts';
export { THEMES, type Theme } from './theme/theme.ts';
