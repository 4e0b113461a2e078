export { type EmbeddedFace, escapeXml, paintSvg, type SvgOptions } from './paint-svg.ts';
