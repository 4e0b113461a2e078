import { DEFAULT_SETTINGS } from '@bough/bloblog';
import type { DocumentsSettings } from './documents.ts';

/** What fits one process of 512 MiB on S3 or a folder. */
export const DOCUMENTS_DEFAULTS: DocumentsSettings = {
  log: DEFAULT_SETTINGS,
  memoryBytes: 192 * 1024 * 1024,
  attempts: 8,
};
