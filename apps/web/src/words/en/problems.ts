/** Refusals of the server, in English, by what stands behind the slash of their code. */
export const problemsEn: Readonly<Record<string, string>> = {
  denied: 'You do not have permission to do this.',
  unauthenticated: 'You are signed out. Sign in and try again.',
  absent: 'This no longer exists, or you do not have access to it.',
  'too-many': 'Too many attempts. Wait a minute and try again.',
  full: 'The server is full and cannot save anything new. Try again later.',
  busy: 'The server is busy. Try again in a moment.',
  'export-away':
    'The file was not created: the part of the server that creates files is not responding. Your map is safe. Try again in a minute.',
  'bad-token': 'This link is older than 10 minutes, or was already used.',
  'wrong-browser': 'Open this link in the browser in which you requested it.',
  'wrong-password': 'Wrong email address or password.',
  'weak-password': 'This password is too common. Choose another one.',
  unproved: 'Sign in again to do this.',
  disabled: 'This account is disabled. Ask the administrator of this server.',
  closed: 'New accounts need an invitation here, or a different email address.',
  provider: 'The sign-in service did not answer. Try again in a moment.',
  'provider-refused': 'The sign-in service refused the request.',
  'email-taken': 'This address is already in use.',
  'last-owner': 'A map needs an owner. Make someone else its owner first.',
  'sign-in-needed': 'Sign in to open this link.',
};
