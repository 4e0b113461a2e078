import { parseLines, type Run } from '@bough/text';
import type { FileOf } from '../shared/bundle.ts';
import type { Draft, DraftItem } from '../shared/draft.ts';
import { tellNoPlace } from '../shared/no-place.ts';
import type { Reporter } from '../shared/report.ts';
import { plainWords, wordsOfRun } from '../shared/text/plain-words.ts';
import { escapeAttribute, escapeText } from '../shared/xml/write-xml.ts';
import { OFFICE, officePackage, type Part, Relations } from './package.ts';

// A Word document whose headings are the tree, so that Word's outline and its list of headings show it; what lies deeper than Word's nine
// headings is indented. Notes are the text below.

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const HEADINGS = 9;

/** The draft as .docx. */
export function writeDocx(draft: Draft, fileOf: FileOf, reporter: Reporter): Uint8Array {
  const document = new WordDocument(draft, fileOf, reporter);
  const body = draft.items.map((item) => document.item(item)).join('');
  tellNoPlace('Word', draft, (item, name) => document.has(item, name), reporter);
  const title = plainWords(draft.settings.title ?? '');
  const spaces = `xmlns:w="${WORD}" xmlns:r="${OFFICE}" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture"`;
  const page =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>';
  const type = 'officedocument.wordprocessingml';
  return officePackage(title, [
    {
      name: 'word/document.xml',
      type: `${type}.document.main+xml`,
      content: `<w:document ${spaces}><w:body>${body}${page}</w:body></w:document>`,
      relations: document.relations.all,
    },
    { name: 'word/styles.xml', type: `${type}.styles+xml`, content: styles() },
    ...document.media,
  ]);
}

class WordDocument {
  readonly relations = new Relations([{ id: 'rId1', kind: 'styles', target: 'styles.xml' }]);
  readonly media: Part[] = [];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #fileOf: FileOf;
  readonly #reporter: Reporter;
  #pictures = 0;

  constructor(draft: Draft, fileOf: FileOf, reporter: Reporter) {
    this.#fileOf = fileOf;
    this.#reporter = reporter;
    this.#numbers = new Map(draft.items.map(({ key }, i) => [key, i + 1]));
  }

  has({ fields }: DraftItem, name: string): boolean {
    if (name === 'image') return this.#pictureOf(fields.image?.source ?? '') !== null;
    if (name === 'icon') return !/^[a-z0-9-]+$/.test(fields.icon ?? '');
    return name === 'text' || name === 'note' || name === 'href' || name === 'checkbox';
  }

  item({ level, key, fields }: DraftItem): string {
    const { text, note = '', checkbox, icon } = fields;
    const style = level <= HEADINGS ? `Heading${level}` : 'Deep';
    if (level > HEADINGS)
      this.#reporter.note('approximated', 'Items deeper than nine levels are indented paragraphs.', text);
    const indent = level <= HEADINGS ? '' : `<w:ind w:left="${Math.min(40, level - HEADINGS) * 240}"/>`;
    const box = (checkbox ?? null) === null ? '' : checkbox === 'done' ? '☑ ' : '☐ ';
    const sign = (icon ?? '') === '' || /^[a-z0-9-]+$/.test(icon ?? '') ? '' : `${icon ?? ''} `;
    const number = this.#numbers.get(key) ?? 0;
    const words = textRun(box + sign, '') + this.#words(text) + this.#way(fields.href ?? '');
    const marked = `<w:bookmarkStart w:id="${number}" w:name="item${number}"/>${words}<w:bookmarkEnd w:id="${number}"/>`;
    const heading = `<w:p><w:pPr><w:pStyle w:val="${style}"/>${indent}</w:pPr>${marked}</w:p>`;
    const body =
      note === ''
        ? ''
        : note
            .split('\n')
            .map((line) => `<w:p>${this.#words(line)}</w:p>`)
            .join('');
    return heading + this.#image(fields) + body;
  }

  #words(text: string): string {
    return parseLines(text)
      .map(({ heading, runs }) => runs.map((run) => this.#run(run, heading > 0)).join(''))
      .join('<w:r><w:br/></w:r>');
  }

  #run(run: Run, isHeading: boolean): string {
    const look =
      (run.code ? '<w:rStyle w:val="Code"/>' : run.href === null ? '' : '<w:rStyle w:val="Hyperlink"/>') +
      (run.bold || isHeading ? '<w:b/>' : '') + (run.italic ? '<w:i/>' : '') + (run.strike ? '<w:strike/>' : ''); // prettier-ignore
    const made = textRun(wordsOfRun(run), look);
    if (run.href === null) return made;
    return `<w:hyperlink r:id="${this.relations.to('hyperlink', run.href, true)}">${made}</w:hyperlink>`;
  }

  /** Where the item leads, as a sign behind its words. */
  #way(href: string): string {
    if (href === '') return '';
    const made = textRun(' ↗', '<w:rStyle w:val="Hyperlink"/>');
    const number = href.startsWith('item:') ? this.#numbers.get(href.slice(5)) : undefined;
    if (number !== undefined) return `<w:hyperlink w:anchor="item${number}">${made}</w:hyperlink>`;
    if (href.startsWith('item:')) return '';
    return `<w:hyperlink r:id="${this.relations.to('hyperlink', href, true)}">${made}</w:hyperlink>`;
  }

  /** A picture that Word shows, and what its file is called. */
  #pictureOf(source: string): { readonly name: string; readonly bytes: Uint8Array } | null {
    const file = source === '' ? null : this.#fileOf(source);
    return file !== null && /\.(?:png|jpg|gif)$/.test(file.name) ? file : null;
  }

  #image({ image, text }: DraftItem['fields']): string {
    const file = this.#pictureOf(image?.source ?? '');
    if (file === null || image === null || image === undefined) return '';
    const name = `media/${file.name.replaceAll(/[^\w.-]/g, '_')}`;
    const id = this.relations.to('image', name, false);
    if (this.media.every((part) => part.name !== `word/${name}`))
      this.media.push({ name: `word/${name}`, type: null, content: file.bytes });
    const number = ++this.#pictures;
    const scale = Math.min(1, WIDEST / Math.max(1, image.width));
    const [width, height] = [image.width, image.height].map((length) => Math.max(1, Math.round(length * scale * EMU)));
    const size = `cx="${width ?? 1}" cy="${height ?? 1}"`;
    const words = escapeAttribute(plainWords(text));
    return (
      `<w:p><w:r><w:drawing><wp:inline><wp:extent ${size}/><wp:docPr id="${number}" name="Picture ${number}" descr="${words}"/>` +
      `<a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${number}" name="Picture ${number}"/><pic:cNvPicPr/></pic:nvPicPr>` +
      `<pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
      `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
    );
  }
}

/** English metric units for each pixel. */
const EMU = 9_525;
/** Pixels between the page's margins. */
const WIDEST = 640;

function textRun(words: string, look: string): string {
  if (words === '') return '';
  return `<w:r>${look === '' ? '' : `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${escapeText(words)}</w:t></w:r>`;
}

function styles(): string {
  const headings = Array.from({ length: HEADINGS }, (_, i) => {
    const size = [36, 30, 26, 24, 22, 22, 22, 22, 22][i] ?? 22;
    return (
      `<w:style w:type="paragraph" w:styleId="Heading${i + 1}"><w:name w:val="heading ${i + 1}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/>` +
      `<w:pPr><w:keepNext/><w:spacing w:before="${i === 0 ? 360 : 160}" w:after="60"/><w:outlineLvl w:val="${i}"/></w:pPr><w:rPr>${i < 4 ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr></w:style>`
    );
  });
  const run = (id: string, name: string, look: string): string =>
    `<w:style w:type="character" w:styleId="${id}"><w:name w:val="${name}"/><w:rPr>${look}</w:rPr></w:style>`;
  return (
    `<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/><w:sz w:val="22"/></w:rPr></w:rPrDefault>` +
    '<w:pPrDefault><w:pPr><w:spacing w:after="80" w:line="259" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>' +
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>' +
    `${headings.join('')}<w:style w:type="paragraph" w:styleId="Deep"><w:name w:val="Deep"/><w:basedOn w:val="Normal"/></w:style>` +
    run('Hyperlink', 'Hyperlink', '<w:color w:val="0563C1"/><w:u w:val="single"/>') +
    run('Code', 'Code', '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>') + '</w:styles>'
  ); // prettier-ignore
}
