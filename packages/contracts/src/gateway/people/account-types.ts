import { emailAddress } from '../../mailer/email-address.ts';
import { opaque, personId } from '../../ids.ts';
import { line } from '../../line.ts';
import { flag, integer, nullable, object, type ParsedBy } from '../../parser.ts';

/** A person as the page knows them. */
export const person = object({
  id: personId,
  name: line(80, 1),
  email: nullable(emailAddress),
  isGuest: flag,
  hue: integer(0, 7),
});
export type PersonFacts = ParsedBy<typeof person>;

/** Who is here, as every answer that changes it says. */
export const session = object({
  /** null: nobody yet; the first map or the first visit by link makes a guest. */
  person: nullable(person),
  /** Goes back in the header `bough-csrf` of every unsafe request. */
  csrf: opaque,
  /** Whether whoever is here may make maps: in a closed Bough guests may not. */
  mayMakeMaps: flag,
  /** Somebody has shown the first step of signing in here, and is asked for the second: a code. */
  awaitsCode: flag,
});
export type SessionFacts = ParsedBy<typeof session>;
