/** Refusals of the server, in German, by what stands behind the slash of their code. */
export const problemsDe: Readonly<Record<string, string>> = {
  denied: 'Dafür hast du keine Berechtigung.',
  unauthenticated: 'Du bist abgemeldet. Melde dich an und versuche es noch einmal.',
  absent: 'Das gibt es nicht mehr, oder du hast keinen Zugriff darauf.',
  'too-many': 'Zu viele Versuche. Warte eine Minute und versuche es noch einmal.',
  full: 'Der Server ist voll und kann nichts Neues speichern. Versuche es später noch einmal.',
  busy: 'Der Server ist beschäftigt. Versuche es gleich noch einmal.',
  'export-away':
    'Die Datei wurde nicht erstellt: Der Teil des Servers, der Dateien erstellt, antwortet nicht. Deine Karte ist sicher. Versuche es in einer Minute noch einmal.',
  'bad-token': 'Dieser Link ist älter als 10 Minuten oder wurde schon benutzt.',
  'wrong-browser': 'Öffne diesen Link in dem Browser, in dem du ihn angefordert hast.',
  'wrong-password': 'E-Mail-Adresse oder Passwort ist falsch.',
  'weak-password': 'Dieses Passwort ist zu verbreitet. Wähle ein anderes.',
  unproved: 'Melde dich dafür noch einmal an.',
  disabled: 'Dieses Konto ist gesperrt. Wende dich an die Administration dieses Servers.',
  closed: 'Neue Konten gibt es hier nur auf Einladung oder mit einer anderen Adresse.',
  provider: 'Der Anmeldedienst hat nicht geantwortet. Versuche es gleich noch einmal.',
  'provider-refused': 'Der Anmeldedienst hat die Anfrage abgelehnt.',
  'email-taken': 'Diese Adresse wird schon verwendet.',
  'last-owner': 'Eine Karte braucht einen Besitzer. Übergib sie vorher einer anderen Person.',
  'sign-in-needed': 'Melde dich an, um diesen Link zu öffnen.',
};
