/** What was measured, for whoever started k6. */
export function handleSummary(data: unknown): Record<string, string> {
  return { [__ENV['SUMMARY'] ?? 'summary.json']: JSON.stringify(data) };
}
