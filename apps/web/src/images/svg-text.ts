// A browser knows more encodings than packages/formats reads.

/** The bytes as text, by their mark, their declaration, or as UTF-8. */
export function svgText(bytes: Uint8Array): string {
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w-]{1,40})["']/.exec(
    String.fromCharCode(...bytes.subarray(0, 200)),
  )?.[1];
  const [a, b] = bytes;
  const marked = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : null;
  return decoderFor(marked ?? declared ?? 'utf-8').decode(bytes);
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
