// The parts of a Visio package that are the same for every map.

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
export const DOCUMENT = `${HEAD}<VisioDocument ${PAGE_NAMESPACE}/>`;
export const DOCUMENT_RELATIONS = relations(`${VISIO_RELATION}/pages`, 'pages/pages.xml');
export const PAGES = `${HEAD}<Pages ${PAGE_NAMESPACE}><Page ID="0" NameU="Map" Name="Map"><PageSheet/><Rel r:id="rId1"/></Page></Pages>`;
export const PAGES_RELATIONS = relations(`${VISIO_RELATION}/page`, 'page1.xml');

function relations(type: string, target: string): string {
  return `${HEAD}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${type}" Target="${target}"/></Relationships>`;
}
