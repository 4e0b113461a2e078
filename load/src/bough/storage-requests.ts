import type { Process } from './process.ts';

/** How often these docstores have asked blob storage since they started, by their own metrics. */
export async function storageRequestsOf(docstores: readonly Process[]): Promise<number> {
  const counts = await Promise.all(
    docstores.map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const found = [...text.matchAll(/^bough_blob_seconds_count\{.*\} (\d+)$/gm)];
      return found.reduce((sum, [, count]) => sum + Number(count), 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
