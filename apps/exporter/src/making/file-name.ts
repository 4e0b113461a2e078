/** A name that every file system takes. */
export function fileName(title: string, extension: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80)
    .trim()
    .toWellFormed();
  return `${plain === '' ? 'map' : plain}.${extension}`;
}
