import { isRecord } from '@bough/base';

// A topic's words are all bold or all italic by the style of the topic.

const WEIGHT = 'fo:font-weight';
const SLANT = 'fo:font-style';

type Members = Readonly<Record<string, unknown>>;

/** What a topic's own style says of its words. */
export function fontOf(others: Members): { readonly bold: boolean; readonly italic: boolean } {
  const properties = propertiesOf(others);
  const weight = properties[WEIGHT];
  return { bold: weight === 'bold' || Number(weight) >= 600, italic: properties[SLANT] === 'italic' };
}

/** The topic's members with a style that says so; the rest of its style is as it was. */
export function withFont(others: Members, bold: boolean, italic: boolean): Members {
  const is = fontOf(others);
  if (is.bold === bold && is.italic === italic) return others;
  const style = isRecord(others['style']) ? others['style'] : {};
  const { [WEIGHT]: weight, [SLANT]: slant, ...properties } = propertiesOf(others);
  const kept = {
    ...properties,
    ...(bold ? { [WEIGHT]: is.bold ? weight : '700' } : {}),
    ...(italic ? { [SLANT]: is.italic ? slant : 'italic' } : {}),
  };
  const { style: _, ...rest } = others;
  return Object.keys(kept).length === 0 ? rest : { ...rest, style: { ...style, properties: kept } };
}

function propertiesOf(others: Members): Members {
  const style = others['style'];
  const properties = isRecord(style) ? style['properties'] : undefined;
  return isRecord(properties) ? properties : {};
}
