import { drawMarks, type LayerSize, type Marks, type ToLayer } from './marks.ts';

// Draws what other people leave on the screen, on a canvas of its own: two hundred pointers on their way are no work of the page's.

const pictures = new Map<number, ImageBitmap>();
let context: OffscreenCanvasRenderingContext2D | null = null;
/** What is to be drawn; null: it is. */
let next: { readonly marks: Marks; readonly size: LayerSize } | null = null;

addEventListener('message', ({ data }: MessageEvent<ToLayer>) => {
  switch (data.kind) {
    case 'begin':
      context = data.canvas.getContext('2d');
      return;
    case 'picture':
      pictures.set(data.number, data.picture);
      return;
    case 'forget':
      pictures.clear();
      return;
    case 'show':
      // Of what came meanwhile only the last is drawn.
      if (next === null) setTimeout(draw);
      next = data;
      return;
  }
});

function draw(): void {
  if (context === null || next === null) return;
  const { marks, size } = next;
  const { canvas } = context;
  next = null;
  const [width, height] = [Math.round(size.width * size.pixelRatio), Math.round(size.height * size.pixelRatio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.setTransform(size.pixelRatio, 0, 0, size.pixelRatio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  drawMarks(context, marks, (number) => pictures.get(number), size.pixelRatio);
}

// It is here: until then the page draws.
postMessage(null);
