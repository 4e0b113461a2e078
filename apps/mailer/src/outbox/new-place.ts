import type { MailDoc, ReaderDoc } from './mail-doc.ts';

/** Where the records of another outbox go. */
export interface NewPlace {
  /** One whose id or key is known there already is let be. */
  addMail(mail: MailDoc): Promise<void>;
  /** One who is known there already refuses mail there too, where they did here. */
  addReader(reader: ReaderDoc): Promise<void>;
}
