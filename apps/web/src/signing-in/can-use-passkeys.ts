/** Whether this browser has passkeys at this address: it must be trusted, and a name. */
export function canUsePasskeys(): boolean {
  return isSecureContext && 'PublicKeyCredential' in globalThis && /[a-z]$/i.test(location.hostname);
}
