import { type PictureParts, pictureRoutesOf } from './picture-routes.ts';

/** Pictures of people: drawn by docstore, kept beside the people, shown to those who share a map with them. */
export function picturesFeature(ports: PictureParts) {
  return { routes: pictureRoutesOf(ports), components: [] };
}
