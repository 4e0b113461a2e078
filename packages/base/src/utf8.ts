// TextEncoder and TextDecoder are in every platform Bough runs on, but in no language library that knows neither browser
// nor Node; this is the one place that names them.
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => {
  decode(bytes: Uint8Array): string;
};

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text as UTF-8; a lone surrogate becomes U+FFFD, as everywhere. */
export function utf8Encode(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** The text that the bytes are, or null when they are not UTF-8. */
export function tryUtf8Decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
