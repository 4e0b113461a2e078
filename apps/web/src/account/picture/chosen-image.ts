import { PICTURE_EDGE } from '@bough/contracts';
import { squareOf, type Crop } from './crop.ts';

/** Why a file cannot be a picture. */
export type NoPicture = 'svg' | 'unreadable' | 'huge';

const HEAD_BYTES = 1_024;
/** As the server takes no more. */
const MOST_PIXELS = 40_000_000;

/** The image in the file, upright; or why it is none. An SVG is said to be one, whatever it is called. */
export async function readChosen(file: File): Promise<ImageBitmap | NoPicture> {
  const head = await file.slice(0, HEAD_BYTES).text();
  if (file.type === 'image/svg+xml' || /^\s*<(?:\?xml|!DOCTYPE svg|svg)/i.test(head.replace(/^\u{feff}/u, '')))
    return 'svg';
  try {
    const image = await createImageBitmap(file);
    if (image.width * image.height <= MOST_PIXELS) return image;
    image.close();
    return 'huge';
  } catch {
    return 'unreadable';
  }
}

/** The cropped square as a small file; null: this browser makes none. */
export async function drawCrop(image: ImageBitmap, crop: Crop): Promise<Uint8Array | null> {
  const canvas = document.createElement('canvas');
  canvas.width = PICTURE_EDGE;
  canvas.height = PICTURE_EDGE;
  const { left, top, edge } = squareOf(crop, image);
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, edge, edge, 0, 0, PICTURE_EDGE, PICTURE_EDGE);
  // As PNG nothing is lost twice: the server encodes it anew.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob === null ? null : new Uint8Array(await blob.arrayBuffer());
}
