/** What the original of an image is called among the images of a map. */
export function originalOf(source: string): string {
  return `${source}.original`;
}
