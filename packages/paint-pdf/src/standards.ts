import type PdfDocument from 'pdfkit';
import { srgbProfile } from './srgb-profile.ts';

type Document = InstanceType<typeof PdfDocument>;

/** Of PDF/UA's own number, which PDF/A does not know: it asks for a description of each name that it does not. */
const NAME = `
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;

const STANDARDS =
  '<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about=""><pdfuaid:part>1</pdfuaid:part></rdf:Description>' +
  '<rdf:Description xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" rdf:about=""><pdfaid:part>2</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance></rdf:Description>';

/**
 * Says that the document is PDF/UA-1 and PDF/A-2u, and what its colours mean. The library's own way lists the glyphs of each face too, and
 * errs where a subset has one twice.
 */
export function sayStandards(document: Document): void {
  if (!isOpen(document)) throw new Error('the library has no metadata');
  document.appendXML(STANDARDS + NAME);
  const profile = document.ref({ N: 3 });
  profile.end(srgbProfile());
  const intent = document.ref({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    // A text of the document is an object to the library; what is none is a name.
    OutputConditionIdentifier: Object('sRGB') as unknown,
    Info: Object('sRGB') as unknown,
    DestOutputProfile: profile,
  });
  intent.end(null);
  document._root.data['OutputIntents'] = [intent];
}

/** What the library has beyond what its types tell. */
interface Open {
  appendXML(xml: string): void;
  readonly _root: { readonly data: Record<string, unknown> };
}

function isOpen(document: Document): document is Document & Open {
  return 'appendXML' in document && typeof document.appendXML === 'function' && '_root' in document;
}
