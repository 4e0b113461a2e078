/**
 * The floors of the house. An arrow points down only: a part may import exactly the parts in `mayImport`, which all stand on
 * a lower floor (a test holds the table itself to that). `runs` says which globals and built-in modules it may touch.
 */

/** Where a part's code can run. 'anywhere' code sees neither Node nor a browser and takes ports for time and chance. */
export type Runs = 'anywhere' | 'browser' | 'node';

/** One part of the house. Its package is named `@bough/<last segment of folder>`. */
export interface Floor {
  readonly floor: number;
  readonly folder: string;
  readonly runs: Runs;
  readonly mayImport: readonly string[];
}

/** Every part, from the ground up. */
export const FLOORS: readonly Floor[] = [
  { floor: 0, folder: 'packages/base', runs: 'anywhere', mayImport: [] },
  { floor: 1, folder: 'packages/map', runs: 'anywhere', mayImport: ['base'] },
  { floor: 1, folder: 'packages/scene', runs: 'anywhere', mayImport: ['base'] },
  { floor: 1, folder: 'packages/text', runs: 'anywhere', mayImport: ['base'] },
  { floor: 1, folder: 'packages/bloblog', runs: 'anywhere', mayImport: ['base'] },
  { floor: 1, folder: 'packages/disk', runs: 'node', mayImport: ['base'] },
  { floor: 2, folder: 'packages/contracts', runs: 'anywhere', mayImport: ['base', 'map'] },
  { floor: 2, folder: 'packages/layout', runs: 'anywhere', mayImport: ['base', 'map', 'scene', 'text'] },
  { floor: 2, folder: 'packages/figures', runs: 'anywhere', mayImport: ['base', 'scene'] },
  { floor: 2, folder: 'packages/formats', runs: 'anywhere', mayImport: ['base', 'map', 'text'] },
  { floor: 2, folder: 'packages/paint-canvas', runs: 'browser', mayImport: ['scene'] },
  { floor: 2, folder: 'packages/paint-svg', runs: 'anywhere', mayImport: ['scene'] },
  { floor: 2, folder: 'packages/paint-pdf', runs: 'node', mayImport: ['scene', 'text'] },
  { floor: 2, folder: 'packages/blobs', runs: 'node', mayImport: ['base', 'bloblog', 'disk'] },
  { floor: 3, folder: 'packages/sync', runs: 'anywhere', mayImport: ['base', 'map', 'contracts'] },
  { floor: 3, folder: 'packages/service', runs: 'node', mayImport: ['base', 'contracts'] },
  {
    floor: 4,
    folder: 'packages/editor',
    runs: 'browser',
    mayImport: ['base', 'map', 'contracts', 'sync', 'layout', 'scene', 'text', 'figures', 'paint-canvas'],
  },
  { floor: 5, folder: 'apps/web', runs: 'browser', mayImport: ['editor', 'figures', 'formats', 'contracts', 'base'] },
  {
    floor: 5,
    folder: 'apps/gateway',
    runs: 'node',
    mayImport: ['service', 'sync', 'map', 'contracts', 'disk', 'base'],
  },
  {
    floor: 5,
    folder: 'apps/docstore',
    runs: 'node',
    mayImport: ['service', 'bloblog', 'blobs', 'map', 'contracts', 'disk', 'base'],
  },
  { floor: 5, folder: 'apps/mailer', runs: 'node', mayImport: ['service', 'contracts', 'disk', 'base'] },
  {
    floor: 5,
    folder: 'apps/exporter',
    runs: 'node',
    mayImport: [
      'service',
      'map',
      'layout',
      'text',
      'scene',
      'figures',
      'paint-svg',
      'paint-pdf',
      'formats',
      'contracts',
      'base',
    ],
  },
];

/** Folders in an order: each may import all that stand before it. */
function inOrder(...folders: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(folders.map((folder, at) => [folder, folders.slice(0, at)]));
}

/**
 * Parts whose folders know each other one way only: each folder of its `src`, or of a folder there, with the others that its running code may import.
 * Files that stand in `src` itself, as index.ts, may import all of them.
 */
export const FOLDERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'packages/editor': {
    commands: [],
    clipboard: ['commands'],
    core: ['commands', 'clipboard'],
    connection: ['core'],
    moments: ['core'],
    view: ['core', 'commands', 'clipboard'],
    film: ['core', 'moments', 'view'],
  },
  // http and metadata know no feature; a feature takes from those before it alone, as gateway.ts lists them.
  'apps/gateway': inOrder(
    ...['secrets', 'metadata', 'bus', 'limits', 'access', 'people', 'http'],
    ...['features/audit', 'features/sessions', 'features/sign-in', 'features/rooms', 'features/search-index'],
    ...[
      'features/comments',
      'features/watching',
      'features/folders',
      'features/maps',
      'features/groups',
      'features/sharing',
    ],
    ...['features/search', 'features/bell', 'features/pictures', 'features/account', 'features/page', 'features/api'],
    ...['moving', 'commands', 'backup'],
  ),
};

/** The house itself: tests and tool configs of every part may import its public entries, no running code may. */
export const HOUSE = 'packages/house';

/** Parts outside the floors. They may import packages through their public entries, never an app, and nobody imports them. */
export const OUTSIDE: readonly string[] = ['e2e', 'load', 'infra'];

/** The short name of a part: the last segment of its folder. */
export function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}
