declare module 'bidi-js' {
  /** As much of it as a test asks. */
  interface Bidi {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): { readonly levels: Uint8Array };
  }
  // oxlint-disable-next-line import/no-default-export -- this is what the package exports
  export default function bidiFactory(): Bidi;
}
