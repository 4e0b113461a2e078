import { flag, object, type Parser, textOf } from '../parser.ts';

/** One address of the plain form local@domain, ASCII, without quotes, comments, control characters or a second address. */
export const emailAddress: Parser<string> = textOf(
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/,
  { min: 3, max: 254 },
);

/** Whether mails that others ask for are wanted. */
export const mailWish = object({ isWanted: flag });
