export { escapeXml, paintSvg, type SvgOptions } from './paint-svg.ts';
