/** Which square of an image is taken: its middle, in pixels of the image, and how far it is zoomed in; 1: as much as there is. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}
/** An image, as far as its crop needs it. */
export interface Size {
  readonly width: number;
  readonly height: number;
}
/** The square itself. */
export interface Square {
  readonly left: number;
  readonly top: number;
  readonly edge: number;
}

/** Closer in, a picture of usual size would be a few pixels. */
export const ZOOM_MOST = 6;

/** The largest square in the middle. */
export function wholeCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

/** The square that the crop takes. It lies within the image. */
export function squareOf({ x, y, zoom }: Crop, { width, height }: Size): Square {
  const edge = Math.min(width, height) / zoom;
  return { left: x - edge / 2, top: y - edge / 2, edge };
}

/** The crop moved by so much of its own edge; it stops at the edges of the image. */
export function moved(crop: Crop, size: Size, dx: number, dy: number): Crop {
  const { edge } = squareOf(crop, size);
  return within({ ...crop, x: crop.x + dx * edge, y: crop.y + dy * edge }, size);
}

/** The crop zoomed to that, around its middle. */
export function zoomed(crop: Crop, size: Size, zoom: number): Crop {
  return within({ ...crop, zoom: Math.min(ZOOM_MOST, Math.max(1, zoom)) }, size);
}

function within(crop: Crop, size: Size): Crop {
  const half = squareOf(crop, size).edge / 2;
  const x = Math.min(size.width - half, Math.max(half, crop.x));
  const y = Math.min(size.height - half, Math.max(half, crop.y));
  return { ...crop, x, y };
}
