import { cell } from './cells.ts';

// The parts of a Visio package that are the same for every map, but for the size of the page.

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const VISIO_RELATION = 'http://schemas.microsoft.com/visio/2010/relationships';
const VISIO = 'http://schemas.microsoft.com/office/visio/2012/main';
const OFFICE_RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const PAGE_NAMESPACE = `xmlns="${VISIO}" xmlns:r="${OFFICE_RELATION}"`;

export const CONTENT_TYPES =
  `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  '<Override PartName="/visio/document.xml" ContentType="application/vnd.ms-visio.drawing.main+xml"/>' +
  '<Override PartName="/visio/pages/pages.xml" ContentType="application/vnd.ms-visio.pages+xml"/>' +
  '<Override PartName="/visio/pages/page1.xml" ContentType="application/vnd.ms-visio.page+xml"/></Types>';

export const RELATIONS = relations(`${VISIO_RELATION}/document`, 'visio/document.xml');

/** What shapes have that do not say otherwise: the style 0 that each of them names. */
export const DOCUMENT =
  `${HEAD}<VisioDocument ${PAGE_NAMESPACE}><DocumentSettings TopPage="0" DefaultTextStyle="0" DefaultLineStyle="0" DefaultFillStyle="0"/>` +
  '<StyleSheets><StyleSheet ID="0" NameU="No Style" Name="No Style">' +
  cell('LineWeight', '0.01') + cell('LineColor', '#000000') + cell('LinePattern', '1') + cell('Rounding', '0') +
  cell('FillForegnd', '#ffffff') + cell('FillPattern', '1') + cell('VerticalAlign', '1') +
  cell('LeftMargin', '0') + cell('RightMargin', '0') + cell('TopMargin', '0') + cell('BottomMargin', '0') +
  `<Section N="Character"><Row IX="0">${cell('Font', 'Arial')}${cell('Color', '#000000')}${cell('Style', '0')}${cell('Size', '0.1354')}</Row></Section>` +
  `<Section N="Paragraph"><Row IX="0">${cell('HorzAlign', '1')}</Row></Section>` +
  '</StyleSheet></StyleSheets></VisioDocument>'; // prettier-ignore
export const DOCUMENT_RELATIONS = relations(`${VISIO_RELATION}/pages`, 'pages/pages.xml');
export const PAGES_RELATIONS = relations(`${VISIO_RELATION}/page`, 'page1.xml');

/** The list of pages: one, so many inches large. Without its size some programs show nothing. */
export function pages(width: string, height: string): string {
  const size = cell('PageWidth', width) + cell('PageHeight', height);
  const scale = cell('PageScale', '1') + cell('DrawingScale', '1') + cell('DrawingSizeType', '3');
  return `${HEAD}<Pages ${PAGE_NAMESPACE}><Page ID="0" NameU="Map" Name="Map"><PageSheet LineStyle="0" FillStyle="0" TextStyle="0">${size}${scale}</PageSheet><Rel r:id="rId1"/></Page></Pages>`;
}

function relations(type: string, target: string): string {
  return `${HEAD}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${type}" Target="${target}"/></Relationships>`;
}
