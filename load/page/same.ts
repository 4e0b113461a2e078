import { createLayout } from '@bough/layout';
import { decodeMap } from '@bough/map';
import { createCanvasPainter } from '@bough/paint-canvas';
import { createPalette, fontStack, type Scene } from '@bough/scene';
import { createInterMeasurer } from '@bough/text';
import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
import pixelmatch from 'pixelmatch';
import { figuresFrom } from '../src/same/sent-figures.ts';
import type { SameAnswer, SameRequest } from '../src/same/same-page.ts';

// Paints one map in a browser as the page does, and as its exports are seen there, and compares them pixel by pixel.

GlobalWorkerOptions.workerSrc = '/pdf.worker.mjs';

async function compare(request: SameRequest): Promise<SameAnswer> {
  const { bounds, scale } = request;
  for (const { family, file, ...kind } of request.faces) {
    const face = new FontFace(family, `url("/faces/${file}")`, kind);
    document.fonts.add(await face.load());
  }
  document.fonts.add(await new FontFace('Bough Emoji', 'url("/faces/emoji")', EMOJI).load());
  const map = decodeMap(request.document);
  if (!map.ok) throw new Error(map.error);
  const figures = figuresFrom(request.figures);
  const { scene } = createLayout(map.value, createInterMeasurer(), { figures });
  const here = scene.bounds();
  const width = Math.ceil(bounds.width * scale);
  const height = Math.ceil(bounds.height * scale);
  const canvas = blank(width, height);
  createCanvasPainter().paint(canvas, scene, {
    camera: { x: bounds.x, y: bounds.y, scale },
    palette: createPalette('light'),
    width: width,
    height: height,
    pixelRatio: 1,
    damage: null,
    image: () => null,
  });
  const svg = await svgCanvas(request, canvas);
  const pdf = await pdfCanvas(request, width, height);
  const png = await pngCanvas(width, height);
  const svgDiff = blank(width, height);
  const pdfDiff = blank(width, height);
  const pngDiff = blank(width, height);
  const drift = Math.max(
    Math.abs((here?.x ?? 0) - bounds.x - 40),
    Math.abs((here?.width ?? 0) - bounds.width + 80),
    Math.abs((here?.height ?? 0) - bounds.height + 80),
  );
  return {
    ink: difference(canvas, blank(width, height), blank(width, height)),
    ...slackOf(scene),
    svg: difference(canvas, svg, svgDiff),
    pdf: difference(canvas, pdf, pdfDiff),
    png: difference(canvas, png, pngDiff),
    drift,
    pictures: {
      canvas: canvas.canvas.toDataURL(),
      svg: svg.canvas.toDataURL(),
      pdf: pdf.canvas.toDataURL(),
      png: png.canvas.toDataURL(),
      svgDiff: svgDiff.canvas.toDataURL(),
      pdfDiff: pdfDiff.canvas.toDataURL(),
      pngDiff: pngDiff.canvas.toDataURL(),
    },
  };
}

/** Words are as wide for the browser as for the tables. */
function slackOf(scene: Scene): Pick<SameAnswer, 'slack' | 'slackIn'> {
  const context = blank(1, 1);
  context.textRendering = 'geometricPrecision';
  let worst = { slack: 0, slackIn: '' };
  for (const { group } of scene.visible(scene.bounds() ?? { x: 0, y: 0, width: 0, height: 0 })) {
    for (const command of group.commands) {
      if (command.kind !== 'text') continue;
      const { family, size, weight, italic } = command.font;
      context.font = `${italic ? 'italic ' : ''}${weight} ${size}px ${fontStack(family)}`;
      context.direction = command.rtl === true ? 'rtl' : 'ltr';
      const slack = Math.abs(context.measureText(command.text).width - command.width);
      if (slack > worst.slack) worst = { slack, slackIn: `${command.text} in ${context.font.replace(/px.*/, 'px')}` };
    }
  }
  return worst;
}

const EMOJI = { weight: '100 900', unicodeRange: 'U+A9,U+AE,U+200D,U+203C-3299,U+FE0F,U+1F000-1FAFF,U+E0020-E007F' };
/** How far colours may be apart, of 1: what one sees at a glance. */
const THRESHOLD = 0.1;
/** Of an image whose faces are there. */
const GOOD = 0.002;
const MOST_FRAMES = 161;

function blank(width: number, height: number): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  context.fillStyle = createPalette('light').resolve('paper');
  context.fillRect(0, 0, width, height);
  return context;
}

async function svgCanvas(
  { svg, bounds, scale }: SameRequest,
  like: CanvasRenderingContext2D,
): Promise<CanvasRenderingContext2D> {
  const { width, height } = like.canvas;
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  await image.decode();
  const context = blank(width, height);
  // Nobody is told when the faces within an image are ready: it is painted again until it is as it should be, or will not be.
  for (let frame = 0; frame < MOST_FRAMES; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    context.drawImage(image, 0, 0, bounds.width * scale, bounds.height * scale);
    if (frame % 20 === 0 && difference(like, context, blank(width, height)) < GOOD) break;
  }
  return context;
}

async function pdfCanvas(
  { bounds, scale }: SameRequest,
  width: number,
  height: number,
): Promise<CanvasRenderingContext2D> {
  const data = new Uint8Array(await (await fetch('/map.pdf')).arrayBuffer());
  const document = await getDocument({ data }).promise;
  const page = await document.getPage(1);
  const context = blank(width, height);
  const points = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: (bounds.width * scale) / points.width });
  await page.render({ canvas: context.canvas, canvasContext: context, viewport }).promise;
  return context;
}

async function pngCanvas(width: number, height: number): Promise<CanvasRenderingContext2D> {
  const image = new Image();
  image.src = '/map.png';
  await image.decode();
  const context = blank(width, height);
  // As it is: a picture that is drawn larger or smaller is another one.
  context.drawImage(image, 0, 0);
  return context;
}

function difference(a: CanvasRenderingContext2D, b: CanvasRenderingContext2D, out: CanvasRenderingContext2D): number {
  const { width, height } = a.canvas;
  const [one, two] = [a, b].map((context) => context.getImageData(0, 0, width, height).data);
  const marked = out.getImageData(0, 0, width, height);
  if (one === undefined || two === undefined) throw new Error('nothing to compare');
  const count = pixelmatch(one, two, marked.data, width, height, { threshold: THRESHOLD, includeAA: false });
  out.putImageData(marked, 0, 0);
  return count / (width * height);
}

Object.assign(window, { compare });
