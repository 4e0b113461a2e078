import type { OldPlace } from './old-place.ts';

/** The place that documents move from, by its address. The driver is loaded here alone: most processes move nothing. */
export async function openOldPlace(url: string): Promise<OldPlace> {
  const { openMongoOldPlace } = await import('./mongo/mongo-old-place.ts');
  return await openMongoOldPlace(url);
}
