import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Dialog } from '../../shell/messages/dialog.tsx';
import { pictureWords } from '../../words/screens/picture-words.ts';
import { type Crop, moved, squareOf, wholeCrop, zoomed, ZOOM_MOST } from './crop.ts';

interface CropDialogProps {
  readonly image: ImageBitmap;
  readonly isBusy: boolean;
  readonly onSave: (crop: Crop) => void;
  readonly onClose: () => void;
}

/** Of its edge, for one press of an arrow, and with Shift. */
const STEP = 0.02;
const LONG_STEP = 0.1;
const ZOOM_STEP = 1.1;
/** How much a turn of a wheel by one pixel zooms. */
const WHEEL = 0.002;

/** The square of an image that becomes a picture: moved by hand or keys, zoomed by wheel, keys or slider. */
export function CropDialog({ image, isBusy, onSave, onClose }: CropDialogProps) {
  const said = pictureWords();
  const [crop, setCrop] = useState(() => wholeCrop(image));
  const canvas = useCropCanvas(image, crop, setCrop);
  const zoom = (to: (crop: Crop) => number) => setCrop((before) => zoomed(before, image, to(before)));
  const steer = (event: KeyboardEvent) => {
    const by = event.shiftKey ? LONG_STEP : STEP;
    const way = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key];
    const [dx, dy] = way ?? [];
    if (dx !== undefined && dy !== undefined) setCrop((before) => moved(before, image, dx, dy));
    else if (event.key === '+' || event.key === '=') zoom((before) => before.zoom * ZOOM_STEP);
    else if (event.key === '-') zoom((before) => before.zoom / ZOOM_STEP);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={said.cropTitle} onClose={onClose}>
      <div className="crop">
        <canvas
          ref={canvas.ref}
          className="crop-view"
          width={CANVAS_EDGE}
          height={CANVAS_EDGE}
          tabIndex={0}
          role="application"
          aria-label={said.crop}
          data-first
          onKeyDown={steer}
          onPointerDown={canvas.grab}
          onPointerMove={canvas.drag}
          onPointerUp={canvas.drop}
          onPointerCancel={canvas.drop}
        />
        <label className="crop-zoom">
          <span className="hint">{said.zoom}</span>
          <input
            type="range"
            min={1}
            max={ZOOM_MOST}
            step={0.01}
            value={crop.zoom}
            onChange={({ target }) => zoom(() => target.valueAsNumber)}
          />
        </label>
        <p className="hint">{said.cropHint}</p>
      </div>
      <div className="crop-ways">
        <button type="button" className="button" onClick={onClose}>
          {said.cancel}
        </button>
        <button type="button" className="button primary" disabled={isBusy} onClick={() => onSave(crop)}>
          {said.save}
        </button>
      </div>
    </Dialog>
  );
}

/** Twice what it is shown in, for fine screens. */
const CANVAS_EDGE = 560;

function useCropCanvas(image: ImageBitmap, crop: Crop, setCrop: (change: (before: Crop) => Crop) => void) {
  const ref = useRef<HTMLCanvasElement>(null);
  const held = useRef<{ readonly pointer: number; readonly x: number; readonly y: number } | null>(null);
  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (context == null) return;
    const { left, top, edge } = squareOf(crop, image);
    context.imageSmoothingQuality = 'high';
    context.clearRect(0, 0, CANVAS_EDGE, CANVAS_EDGE);
    context.drawImage(image, left, top, edge, edge, 0, 0, CANVAS_EDGE, CANVAS_EDGE);
  }, [image, crop]);
  useEffect(() => {
    const { current } = ref;
    // React's own listener is passive, and the page would scroll with it.
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      setCrop((before) => zoomed(before, image, before.zoom * Math.exp(-event.deltaY * WHEEL)));
    };
    current?.addEventListener('wheel', turn, { passive: false });
    return () => current?.removeEventListener('wheel', turn);
  }, [image, setCrop]);
  return {
    ref,
    grab: (event: PointerEvent<HTMLCanvasElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
    },
    drag: (event: PointerEvent<HTMLCanvasElement>) => {
      const { current: from } = held;
      if (from?.pointer !== event.pointerId) return;
      const { width } = event.currentTarget.getBoundingClientRect();
      const [dx, dy] = [(from.x - event.clientX) / width, (from.y - event.clientY) / width];
      held.current = { ...from, x: event.clientX, y: event.clientY };
      setCrop((before) => moved(before, image, dx, dy));
    },
    drop: () => {
      held.current = null;
    },
  };
}
