/** A passkey of a person, as its owner reads it. */
export interface PasskeyFacts {
  readonly id: string;
  readonly name: string;
  /** Whether it may be on other devices of the person too, in a password manager or a platform's cloud. */
  readonly maySync: boolean;
  readonly createdAt: number;
  /** null: never. */
  readonly usedAt: number | null;
}
/** A credential that is asked for, or that must not be made again. */
export interface KnownCredential {
  /** base64url. */
  readonly id: string;
  /** How browsers reach it. */
  readonly transports: readonly PasskeyTransport[];
}
export type PasskeyTransport = 'usb' | 'nfc' | 'ble' | 'smart-card' | 'hybrid' | 'internal';

/** What a browser is to ask a passkey: WebAuthn's request options, as far as they are not always the same. */
export interface PasskeyQuestion {
  /** base64url; good once, for `lifeMs`, in this browser. */
  readonly challenge: string;
  /** The domain that passkeys of this Bough are for. */
  readonly domain: string;
  readonly lifeMs: number;
  /** Which of them may answer; empty: any that the browser knows. */
  readonly credentials: readonly KnownCredential[];
}
/** What a browser is to make a passkey with: WebAuthn's creation options, likewise. */
export interface PasskeyOrder extends PasskeyQuestion {
  /** Whose it will be: an opaque id in base64url, and what the browser shows. */
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  /** What it may sign with, by the numbers of COSE, the best first. */
  readonly algorithms: readonly number[];
}
/** What a passkey answers. All of it is base64url. */
export interface PasskeyAnswer {
  readonly credential: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
  /** Whose the passkey says it is; null: it does not say. */
  readonly user: string | null;
}
