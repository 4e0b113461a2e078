/** A metric as a query names it, with the labels that it asks for or groups by. */
export interface Named {
  readonly metric: string;
  readonly labels: ReadonlySet<string>;
}

/**
 * The metrics of a PromQL expression: each name that is no function and no keyword. Labels in braces are of the metric before them, those of
 * `by (...)` of every metric.
 */
export function metricsOf(expression: string): readonly Named[] {
  const grouped = [...expression.matchAll(/\b(?:by|on) *\(([^)]*)\)/g)].flatMap(([, list = '']) => words(list));
  const bare = expression.replaceAll(/\b(?:by|on|without|ignoring) *\([^)]*\)/g, ' ');
  const named: Named[] = [];
  for (const [, name = '', after = ''] of bare.matchAll(/([a-z_][a-z0-9_]*)(?:\{([^}]*)\}|(?! *\())(?![a-z0-9_])/g)) {
    // Functions, keywords and what stands in matchers are no metrics of ours.
    if (!/^(?:bough_\w+|up)$/.test(name)) continue;
    const asked = [...after.matchAll(/([a-z_]+) *(?:=~|!~|!=|=)/g)].map(([, label = '']) => label);
    named.push({ metric: name, labels: new Set([...asked, ...grouped]) });
  }
  return named;
}

/** The alternatives that a matcher of this label asks for, over all matchers of an expression. */
export function alternativesOf(expression: string, label: string): readonly string[] {
  return [...expression.matchAll(new RegExp(`\\b${label} *(?:=~|!~|!=|=) *"([^"]*)"`, 'g'))].flatMap(([, text = '']) =>
    text.split('|'),
  );
}

function words(list: string): readonly string[] {
  return list.split(',').map((each) => each.trim());
}
