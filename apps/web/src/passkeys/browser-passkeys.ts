import { err, ok, parseBase64Url, type Result, toBase64Url } from '@bough/base';
import type { KnownCredential, PasskeyAnswer, PasskeyOrder, PasskeyQuestion, PasskeyTransport } from '@bough/contracts';

// Between our answers and the browser's WebAuthn: bytes on that side, base64url on ours.

/** Why there is no answer: the person or the browser said no; this device has a passkey already; browsers have none for this address. */
export type BrowserRefusal = 'cancelled' | 'known' | 'impossible';

/** A passkey that the browser made, as the server takes it. */
export interface MadePasskey {
  readonly clientData: string;
  readonly attestation: string;
  readonly transports: readonly PasskeyTransport[];
}
interface Asking {
  readonly signal: AbortSignal;
  /** Whether it waits among what the browser offers to fill in, rather than over everything. */
  readonly isAmongFields: boolean;
}

const TRANSPORTS: readonly PasskeyTransport[] = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'];

/** Whether the browser offers passkeys where it offers to fill in an address. */
export async function areOfferedInFields(): Promise<boolean> {
  if (!('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return await PublicKeyCredential.isConditionalMediationAvailable();
}

/** Asks for a passkey. */
export async function askPasskey(
  question: PasskeyQuestion,
  { signal, isAmongFields }: Asking,
): Promise<Result<PasskeyAnswer, BrowserRefusal>> {
  return await orRefusal(async () => {
    const credential = await navigator.credentials.get({
      signal,
      ...(isAmongFields ? { mediation: 'conditional' } : {}),
      publicKey: {
        challenge: bytesOf(question.challenge),
        rpId: question.domain,
        timeout: question.lifeMs,
        userVerification: 'required',
        allowCredentials: question.credentials.map(descriptor),
      },
    });
    const response = credential instanceof PublicKeyCredential ? credential.response : null;
    if (!(credential instanceof PublicKeyCredential) || !(response instanceof AuthenticatorAssertionResponse))
      return null;
    const { userHandle } = response;
    return {
      credential: textOf(credential.rawId),
      clientData: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      user: userHandle === null || userHandle.byteLength === 0 ? null : textOf(userHandle),
    };
  });
}

/** Has the browser make a passkey. */
export async function makePasskey(order: PasskeyOrder): Promise<Result<MadePasskey, BrowserRefusal>> {
  return await orRefusal(async () => {
    const credential = await navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(order.challenge),
        rp: { id: order.domain, name: 'Bough' },
        user: { ...order.user, id: bytesOf(order.user.id) },
        pubKeyCredParams: order.algorithms.map((alg) => ({ type: 'public-key', alg })),
        timeout: order.lifeMs,
        excludeCredentials: order.credentials.map(descriptor),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      },
    });
    const response = credential instanceof PublicKeyCredential ? credential.response : null;
    if (!(response instanceof AuthenticatorAttestationResponse)) return null;
    const said = response.getTransports();
    return {
      clientData: textOf(response.clientDataJSON),
      attestation: textOf(response.attestationObject),
      transports: TRANSPORTS.filter((each) => said.includes(each)),
    };
  });
}

async function orRefusal<T>(work: () => Promise<T | null>): Promise<Result<T, BrowserRefusal>> {
  try {
    const answer = await work();
    return answer === null ? err('cancelled') : ok(answer);
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'InvalidStateError') return err('known');
    return err(name === 'SecurityError' || name === 'NotSupportedError' ? 'impossible' : 'cancelled');
  }
}

function descriptor({ id, transports }: KnownCredential): PublicKeyCredentialDescriptor {
  // A list of AuthenticatorTransport lacks smart-card in some versions of the browsers' own types.
  const reached = transports.filter((each) => each !== 'smart-card');
  return { type: 'public-key', id: bytesOf(id), ...(reached.length === 0 ? {} : { transports: reached }) };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parseBase64Url(text) ?? []);
}

function textOf(bytes: ArrayBuffer): string {
  return toBase64Url(new Uint8Array(bytes));
}
