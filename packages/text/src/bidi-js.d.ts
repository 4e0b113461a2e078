declare module 'bidi-js' {
  /** As much of it as a test asks. */
  interface Bidi {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): { readonly levels: Uint8Array };
  }
  export default function bidiFactory(): Bidi;
}
