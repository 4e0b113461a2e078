const WHOLE = /^(?:https?:\/\/[^\s]+|mailto:[^\s@]+@[^\s@]+)$/i;
const BARE = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:][^\s]*)?$/u;
const MAIL = /^[^\s@:/]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u;

/** The address that a person means by what they typed: `example.org` is https, `a@example.org` is mail; null for anything else. */
export function hrefFrom(text: string): string | null {
  const typed = text.trim();
  if (WHOLE.test(typed)) return typed.replace(/^(?:https?|mailto):/i, (scheme) => scheme.toLowerCase());
  if (MAIL.test(typed)) return `mailto:${typed}`;
  return BARE.test(typed) ? `https://${typed}` : null;
}
