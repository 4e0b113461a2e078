import { DEFAULT_SETTINGS } from '@bough/bloblog';
import type { docstoreSettings, Settings } from '@bough/service';
import type { DocumentsSettings } from './documents/documents.ts';

const ATTEMPTS = 8;
const MEBIBYTE = 1024 * 1024;

/** How documents are kept, from docstore's settings. */
export function documentsSettings(
  settings: Pick<Settings<typeof docstoreSettings>, 'BOUGH_OPEN_MB' | 'BOUGH_WRITE_SPACING_MS'>,
): DocumentsSettings {
  return {
    log: { ...DEFAULT_SETTINGS, spacingMs: settings.BOUGH_WRITE_SPACING_MS },
    memoryBytes: settings.BOUGH_OPEN_MB * MEBIBYTE,
    attempts: ATTEMPTS,
  };
}
