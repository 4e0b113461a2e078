import { type FolderParts, folderRoutes } from './folder-routes.ts';

/** A person's folders; with whom they are shared stands in features/sharing. */
export function foldersFeature(ports: FolderParts) {
  return { routes: folderRoutes(ports), components: [] };
}
