// How large pictures are, by their first bytes: PNG, GIF, WebP and JPEG say so there.

interface Size {
  readonly width: number;
  readonly height: number;
}

/** In pixels; null for what is none of these, or is damaged. */
export function imageSize(bytes: Uint8Array): Size | null {
  if (bytes.length < 26) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = sizeIn(view);
  return size === null || size.width === 0 || size.height === 0 ? null : size;
}

function sizeIn(view: DataView): Size | null {
  const first = view.getUint32(0);
  if (first === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (first === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (first === 0x52494646 && view.getUint32(8) === 0x57454250 && view.byteLength >= 30) return sizeOfWebp(view);
  return first >>> 16 === 0xffd8 ? sizeOfJpeg(view) : null;
}

function sizeOfWebp(view: DataView): Size | null {
  switch (view.getUint32(12)) {
    case 0x56503858: {
      const at = (offset: number): number => view.getUint16(offset, true) + (view.getUint8(offset + 2) << 16) + 1;
      return { width: at(24), height: at(27) };
    }
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return null;
  }
}

/** The frame's header is behind segments that say how long they are. */
function sizeOfJpeg(view: DataView): Size | null {
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null;
    const kind = view.getUint8(at + 1);
    const isFrame = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}
