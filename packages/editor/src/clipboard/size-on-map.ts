/** The size at which an image stands on the map at first: as it is, but never larger than this. */
export function sizeOnMap(
  width: number,
  height: number,
  most = 320,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, most / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
