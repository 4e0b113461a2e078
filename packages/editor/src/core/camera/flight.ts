import type { Camera } from './camera.ts';

/** A movement of the camera, as a pure function of time; whoever moves the camera by hand just forgets it. */
export interface Flight {
  readonly from: Camera;
  readonly to: Camera;
  readonly startMs: number;
}

/** How long the camera takes to get anywhere. */
export const FLIGHT_MS = 240;

/** Slow at the end, fast at the beginning: an answer to what was just pressed. */
export function easeOut(t: number): number {
  return 1 - (1 - t) ** 3;
}

/**
 * Where the camera is; at the end exactly `to`. The scale goes evenly in its logarithm, and the point of the map that both
 * cameras show at the same place of the screen stays there all the way.
 */
export function cameraAt(flight: Flight, nowMs: number): { readonly camera: Camera; readonly isThere: boolean } {
  const { from, to } = flight;
  const t = Math.min(1, Math.max(0, (nowMs - flight.startMs) / FLIGHT_MS));
  if (t >= 1) return { camera: to, isThere: true };
  const eased = easeOut(t);
  const scale = from.scale * (to.scale / from.scale) ** eased;
  const span = 1 / to.scale - 1 / from.scale;
  const share = Math.abs(span) < 1e-9 ? eased : (1 / scale - 1 / from.scale) / span;
  return {
    camera: { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, scale },
    isThere: false,
  };
}
