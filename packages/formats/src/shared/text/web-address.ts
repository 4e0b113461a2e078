const WEB = /^(?:https?:\/\/|mailto:)\S+$/i;

/** Whether the whole text is an address of the web or of mail: what an item leads to, beside other items. */
export function isWebAddress(text: string): boolean {
  return WEB.test(text);
}
