import { OFFICE, type Part } from './package.ts';

// What a presentation has before its first slide: a theme, a master and one layout of a title above a text.

const SPACES = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
export const SLIDE_TYPE = 'officedocument.presentationml';
const GROUP =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';

const PLACES = {
  title: { id: 2, name: 'Title', kind: 'type="title"', frame: '<a:off x="609600" y="365125"/><a:ext cx="10972800" cy="1143000"/>' },
  body: { id: 3, name: 'Text', kind: 'type="body" idx="1"', frame: '<a:off x="609600" y="1600200"/><a:ext cx="10972800" cy="4876800"/>' },
} as const; // prettier-ignore

/** A place for words, with the paragraphs that stand in it; on a slide its frame comes from the layout. */
export function placeholder(which: keyof typeof PLACES, paragraphs: string, hasFrame = false): string {
  const { id, name, kind, frame } = PLACES[which];
  const place = hasFrame ? `<a:xfrm>${frame}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>` : '';
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${kind}/></p:nvPr></p:nvSpPr>` +
    `<p:spPr>${place}</p:spPr><p:txBody><a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle/>${paragraphs}</p:txBody></p:sp>`
  );
}

/** A slide of these shapes. */
export function slide(shapes: string): string {
  return `<p:sld ${SPACES}><p:cSld><p:spTree>${GROUP}${shapes}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;
}

/** The presentation of so many slides, and the parts that all of them share. */
export function sharedParts(count: number): Part[] {
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  const slides = numbers.map((n) => `<p:sldId id="${255 + n}" r:id="rId${n + 2}"/>`).join('');
  const empty = '<a:p><a:endParaRPr/></a:p>';
  const tree = `<p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg><p:spTree>${GROUP}${placeholder('title', empty, true)}${placeholder('body', empty, true)}</p:spTree></p:cSld>`;
  return [
    {
      name: 'ppt/presentation.xml',
      type: `${SLIDE_TYPE}.presentation.main+xml`,
      content: `<p:presentation ${SPACES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${slides}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
      relations: [
        { id: 'rId1', kind: 'slideMaster', target: 'slideMasters/slideMaster1.xml' },
        { id: 'rId2', kind: 'theme', target: 'theme/theme1.xml' },
        ...numbers.map((n) => ({ id: `rId${n + 2}`, kind: 'slide', target: `slides/slide${n}.xml` })),
      ],
    },
    {
      name: 'ppt/slideMasters/slideMaster1.xml',
      type: `${SLIDE_TYPE}.slideMaster+xml`,
      content: `<p:sldMaster ${SPACES}>${tree}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst>${textStyles()}</p:sldMaster>`,
      relations: [
        { id: 'rId1', kind: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' },
        { id: 'rId2', kind: 'theme', target: '../theme/theme1.xml' },
      ],
    },
    {
      name: 'ppt/slideLayouts/slideLayout1.xml',
      type: `${SLIDE_TYPE}.slideLayout+xml`,
      content: `<p:sldLayout ${SPACES} type="obj" preserve="1"><p:cSld name="Title and Content"><p:spTree>${GROUP}${placeholder('title', empty)}${placeholder('body', empty)}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
      relations: [{ id: 'rId1', kind: 'slideMaster', target: '../slideMasters/slideMaster1.xml' }],
    },
    { name: 'ppt/theme/theme1.xml', type: 'officedocument.theme+xml', content: theme() },
  ];
}

function textStyles(): string {
  const levels = Array.from({ length: 9 }, (_, i) => {
    const size = [2400, 2000, 1800, 1600, 1600, 1400, 1400, 1400, 1400][i] ?? 1400;
    return `<a:lvl${i + 1}pPr marL="${228_600 + i * 342_900}" indent="-228600"><a:spcBef><a:spcPts val="${i === 0 ? 800 : 400}"/></a:spcBef><a:buFont typeface="Arial"/><a:buChar char="•"/><a:defRPr sz="${size}"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl${i + 1}pPr>`;
  });
  return `<p:txStyles><p:titleStyle><a:lvl1pPr><a:buNone/><a:defRPr sz="3600"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mj-lt"/></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle>${levels.join('')}</p:bodyStyle><p:otherStyle/></p:txStyles>`;
}

const COLOURS = { dk1: '1F2328', lt1: 'FFFFFF', dk2: '3A4046', lt2: 'F2F4F7', accent1: 'F28B82', accent2: '6AA9F5', accent3: 'DDA23B', accent4: 'A893F5', accent5: '6FBF73', accent6: 'EE8BB5', hlink: '0563C1', folHlink: '954F72' }; // prettier-ignore

function theme(): string {
  const colours = Object.entries(COLOURS).map(([name, hex]) => `<a:${name}><a:srgbClr val="${hex}"/></a:${name}>`);
  const font = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>';
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = `<a:ln w="9525">${fill}</a:ln>`;
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';
  return `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Bough"><a:themeElements><a:clrScheme name="Bough">${colours.join('')}</a:clrScheme><a:fontScheme name="Bough"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Bough"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
}
