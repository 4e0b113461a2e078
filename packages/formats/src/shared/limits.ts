/** What is read of a file at most. Beyond it a file is refused whole, before memory is taken for it. */
export const FILE_LIMITS = {
  /** Bytes of the file. */
  bytes: 64 * 1024 * 1024,
  /** Bytes of everything that is inflated from it. */
  inflated: 128 * 1024 * 1024,
  /** Inflated bytes for each packed one, beyond the first mebibyte. */
  ratio: 200,
  /** Entries of an archive. */
  entries: 10_000,
  /** Elements and texts of an XML document. */
  nodes: 2_000_000,
  /** Levels of an XML document or of a JSON value. */
  depth: 2_048,
  /** Attributes of one element. */
  attributes: 1_000,
} as const;
