import { encodeMap } from './encode.ts';
import type { MindMap } from '../model/model.ts';

/**
 * 16 hexadecimal digits that are the same for equal maps, removed things included, and almost surely differ otherwise. For
 * comparing replicas, not against forgery. Costs the whole map.
 */
export function mapHash(map: MindMap): string {
  return hashText(encodeMap(map));
}

/** cyrb53 by bryc (public domain), with both 32-bit halves kept. */
export function hashText(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  const c = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  const d = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return hex(c) + hex(d);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
