import { FIELD_WORDS } from '../screens/field-words.ts';

// What readers of files say, in German. The readers write English sentences, the same for all occurrences; a test holds that each
// has its own here.

const SENTENCES: Readonly<Record<string, string>> = {
  'A < that begins no element was taken as text.': 'Ein <, mit dem kein Element beginnt, gilt als Text.',
  'A CDATA section was closed at the end.': 'Ein CDATA-Abschnitt wurde am Ende geschlossen.',
  'A Mermaid mindmap has one root: all roots stand below the title.':
    'Eine Mermaid-Mindmap hat eine Wurzel: Alle Wurzeln stehen unter dem Titel.',
  'A class of the diagram.': 'Eine Klasse des Diagramms.',
  'A clone became a copy.': 'Ein Klon wurde eine Kopie.',
  'A comment was closed at the end.': 'Ein Kommentar wurde am Ende geschlossen.',
  'A drifted colour follows its branch.': 'Eine abgewandelte Farbe folgt ihrem Ast.',
  'A further picture of an item.': 'Ein weiteres Bild eines Eintrags.',
  'A file in the archive.': 'Eine Datei im Archiv.',
  'A file that the canvas shows.': 'Eine Datei, die die Fläche zeigt.',
  'A formula of Freeplane.': 'Eine Formel von Freeplane.',
  'A joined branch became a link.': 'Ein verbundener Ast wurde eine Verbindung.',
  'A link without an item at its end.': 'Eine Verbindung ohne Eintrag an ihrem Ende.',
  'A marker without an emoji.': 'Eine Markierung, für die es kein Emoji gibt.',
  'A number, or a yes or no, in the place of words.': 'Eine Zahl oder ein Ja oder Nein an der Stelle von Worten.',
  'A picture that is not in the file itself.': 'Ein Bild, das nicht in der Datei selbst steht.',
  'A property that a map cannot hold in that way.': 'Eine Eigenschaft, die eine Karte so nicht halten kann.',
  'A quote that was never closed was closed at the end.': 'Ein offenes Anführungszeichen wurde am Ende geschlossen.',
  'A relationship whose end is no topic.': 'Eine Beziehung, deren Ende kein Thema ist.',
  'A second icon.': 'Ein zweites Symbol.',
  'A second image of an item became a link.': 'Ein zweites Bild eines Eintrags wurde ein Link.',
  'A second marker.': 'Eine zweite Markierung.',
  'A stray character inside a tag was left out.': 'Ein verirrtes Zeichen in einem Tag wurde weggelassen.',
  'A tag that was cut off was closed.': 'Ein abgeschnittenes Tag wurde geschlossen.',
  'A value without quotes was read as if it had them.':
    'Ein Wert ohne Anführungszeichen wurde gelesen, als hätte er welche.',
  'An & that stands for nothing was taken as text.': 'Ein &, das für nichts steht, gilt als Text.',
  'An ID that was there twice got a new name.': 'Eine doppelte ID bekam einen neuen Namen.',
  'An address outside of the web.': 'Eine Adresse außerhalb des Webs.',
  'An address that is neither of the web nor of an item.':
    'Eine Adresse, die weder ins Web noch zu einem Eintrag führt.',
  'An arrow from a node to itself.': 'Ein Pfeil von einem Knoten zu sich selbst.',
  'An arrow to a node that is not in the file.': 'Ein Pfeil zu einem Knoten, der nicht in der Datei ist.',
  'An attribute without a value got an empty one.': 'Ein Attribut ohne Wert bekam einen leeren.',
  'An edge whose end is no box.': 'Eine Kante, deren Ende kein Kasten ist.',
  'An element has more attributes than are read.': 'Ein Element hat mehr Attribute, als gelesen werden.',
  'An element that was never closed was closed at the end.': 'Ein offenes Element wurde am Ende geschlossen.',
  'An element was closed where the one around it ended.': 'Ein Element wurde dort geschlossen, wo das umgebende endet.',
  'An icon of another set.': 'Ein Symbol aus einem anderen Satz.',
  'An icon without an emoji.': 'Ein Symbol, für das es kein Emoji gibt.',
  'An image that is not in the file.': 'Ein Bild, das nicht in der Datei ist.',
  'Bullets at the beginning of lines were left out.': 'Aufzählungszeichen am Zeilenanfang wurden weggelassen.',
  'Bytes that are no UTF-8 were read as windows-1252.': 'Bytes, die kein UTF-8 sind, wurden als windows-1252 gelesen.',
  'Comments: they belong to people of the server that they were written on.':
    'Kommentare: Sie gehören Menschen auf dem Server, auf dem sie geschrieben wurden.',
  'The chat: it belongs to people of the server that it was written on.':
    'Der Chat: Er gehört Menschen auf dem Server, auf dem er geschrieben wurde.',
  'The chat is not written.': 'Der Chat wird nicht geschrieben.',
  'Comments are not written.': 'Kommentare werden nicht geschrieben.',
  'An image that is not available.': 'Ein Bild, das nicht verfügbar ist.',
  'Items of folded branches are not drawn.': 'Einträge eingeklappter Zweige sind nicht gezeichnet.',
  'The image is smaller than was asked for.': 'Das Bild ist kleiner als gewünscht.',
  'Control characters were left out.': 'Steuerzeichen wurden weggelassen.',
  'Details became the beginning of the note.': 'Details wurden der Anfang der Notiz.',
  'FreeMind has one root: the others stand below the first.':
    'FreeMind hat eine Wurzel: Die anderen stehen unter der ersten.',
  'It brings a document type of its own, which is never read.':
    'Sie bringt einen eigenen Dokumenttyp mit, und der wird nie gelesen.',
  'It does not begin with "mindmap".': 'Sie beginnt nicht mit „mindmap“.',
  'It has more elements than are read.': 'Sie hat mehr Elemente, als gelesen werden.',
  'It has more entries than are read.': 'Sie hat mehr Einträge, als gelesen werden.',
  'It has no <map>.': 'Sie hat kein <map>.',
  'It has no <opml>.': 'Sie hat kein <opml>.',
  'It inflates to far more than files of its kind do.': 'Sie wird entpackt viel größer als andere Dateien ihrer Art.',
  'It inflates to more than is read.': 'Sie wird entpackt größer, als gelesen wird.',
  'Headings inside an item are bold, and marks between letters and signs, where other readers see none, are left out.':
    'Überschriften in einem Eintrag sind fett; Auszeichnungen zwischen Buchstaben und Zeichen, die andere Programme nicht erkennen, fehlen.',
  'There are several maps in it: unpack it, and import one after the other.':
    'Es sind mehrere Karten darin: Packe sie aus und importiere eine nach der anderen.',
  'It is an archive, but not of XMind.': 'Sie ist ein Archiv, aber keines von XMind.',
  'It is locked with a password.': 'Sie ist mit einem Passwort verschlossen.',
  'It is marked as UTF-32, and is none.': 'Sie ist als UTF-32 gekennzeichnet und ist es nicht.',
  'It is nested deeper than is read.': 'Sie ist tiefer verschachtelt, als gelesen wird.',
  'It is no JSON Canvas.': 'Sie ist kein JSON Canvas.',
  'It is no file that Bough can read.': 'Sie ist keine Datei, die Bough lesen kann.',
  'It is packed in a way that is not read.': 'Sie ist auf eine Art gepackt, die nicht gelesen wird.',
  'Items deeper than a map goes stand on its last level.':
    'Einträge, die tiefer liegen, als eine Karte reicht, stehen auf ihrer letzten Ebene.',
  'Its content.json is no JSON.': 'Ihre content.json ist kein JSON.',
  'Its content.xml is not of XMind.': 'Ihre content.xml ist nicht von XMind.',
  'Its entries lie over each other.': 'Ihre Einträge liegen übereinander.',
  'Line breaks inside an item became blanks.': 'Zeilenumbrüche in einem Eintrag wurden Leerzeichen.',
  'More links than a map may have.': 'Mehr Verbindungen, als eine Karte haben darf.',
  'More of what only the other program knows than a map keeps.':
    'Mehr von dem, was nur das andere Programm kennt, als eine Karte behält.',
  'Of an attribute that was there twice the first one counts.': 'Von einem doppelten Attribut zählt das erste.',
  'Of two boxes with one id the first one is linked.': 'Von zwei Kästen mit einer ID ist der erste verbunden.',
  'Several sheets became several roots of one map.': 'Mehrere Blätter wurden mehrere Wurzeln einer Karte.',
  'Summaries and callouts became items.': 'Zusammenfassungen und Sprechblasen wurden Einträge.',
  'Text outside of all elements was left out.': 'Text außerhalb aller Elemente wurde weggelassen.',
  'The archive is cut off.': 'Das Archiv ist abgeschnitten.',
  'The archive is damaged.': 'Das Archiv ist beschädigt.',
  'The body was missing; what stood outside of it was read.': 'Der Rumpf fehlte; gelesen wurde, was außerhalb stand.',
  'The end of a text that is longer than an item holds.':
    'Das Ende eines Textes, der länger ist, als ein Eintrag hält.',
  'The end of an element that had not begun was left out.':
    'Das Ende eines Elements, das nie begonnen hatte, wurde weggelassen.',
  'The file is empty.': 'Die Datei ist leer.',
  'The file is larger than 64 MB.': 'Die Datei ist größer als 64 MB.',
  'The front matter of the document.': 'Der Vorspann des Dokuments.',
  'The head of the file.': 'Der Kopf der Datei.',
  'The words of a clone, in a file with too many.': 'Der Text eines Klons, in einer Datei mit zu vielen.',
  'The words at an edge of the tree.': 'Die Wörter an einer Kante des Baums.',
  'There is no XML in it.': 'Es steht kein XML darin.',
  'There is nothing in it but the word null.': 'Es steht nichts darin als das Wort null.',
  'There is nothing in it.': 'Es steht nichts darin.',
  'Two files in it have the same name: nobody can tell which one counts. Pack it again.':
    'Zwei Dateien darin haben denselben Namen: Niemand weiß, welche gilt. Pack es neu.',
  'What is folded is drawn unfolded.': 'Eingeklapptes ist ausgeklappt gezeichnet.',
  'What lay in a group stands below it.': 'Was in einer Gruppe lag, steht unter ihr.',
  'What stands in the place of words and is no text.': 'Was an der Stelle von Worten steht und kein Text ist.',
  'Words of several styles are plain in XMind.': 'Wörter in mehreren Schriftarten sind in XMind schlicht.',
  'A task that is done in part has an open box.': 'Eine teils erledigte Aufgabe hat ein offenes Kästchen.',
  'Callouts became items.': 'Sprechblasen wurden Einträge.',
  'Characters that no text may hold.': 'Zeichen, die in keinem Text stehen dürfen.',
  'It has no map of MindManager.': 'Sie hat keine Karte von MindManager.',
  'It is JSON of a kind that is not read.': 'Sie ist JSON einer Art, die nicht gelesen wird.',
  'It is XML of a kind that is not read.': 'Sie ist XML einer Art, die nicht gelesen wird.',
  'It is a LaTeX document.': 'Sie ist ein LaTeX-Dokument.',
  'It is a Mermaid diagram, and no mindmap.': 'Sie ist ein Mermaid-Diagramm und keine Mindmap.',
  'It is a PowerPoint presentation.': 'Sie ist eine PowerPoint-Präsentation.',
  'It is a Word document. Save its outline as HTML or plain text first.':
    'Sie ist ein Word-Dokument. Speichere die Gliederung zuerst als HTML oder als reinen Text.',
  'It is a calendar or a list of contacts.': 'Sie ist ein Kalender oder eine Kontaktliste.',
  'It is a document for printing, and its words have no order to read.':
    'Sie ist ein Dokument zum Drucken, dessen Wörter keine lesbare Ordnung haben.',
  'It is a rich text file (RTF). Save it as plain text, HTML or Markdown first.':
    'Sie ist eine RTF-Datei. Speichere sie zuerst als reinen Text, HTML oder Markdown.',
  'It is an Excel workbook. Save its sheet as CSV first.':
    'Sie ist eine Excel-Arbeitsmappe. Speichere das Blatt zuerst als CSV.',
  'It is an OpenDocument file or a book (EPUB), and no mind map.':
    'Sie ist eine OpenDocument-Datei oder ein Buch (EPUB) und keine Mindmap.',
  'It is an archive, and there is no map in it that Bough can read.':
    'Sie ist ein Archiv, und es ist keine Karte darin, die Bough lesen kann.',
  'It is damaged: a part of its JSON is missing or wrong.':
    'Sie ist beschädigt: Ein Teil des JSON fehlt oder ist falsch.',
  'A column that nothing in a map stands for.': 'Eine Spalte, der in einer Karte nichts entspricht.',
  'A row whose parent is not there, or below itself, became a root.':
    'Eine Zeile, deren Elternzeile fehlt oder unter ihr selbst liegt, wurde eine Wurzel.',
  'Further mindmaps in the same file.': 'Weitere Mindmaps in derselben Datei.',
  'How the diagram looks, and what stands around it.': 'Wie das Diagramm aussieht und was um es herum steht.',
  'It is a PlantUML diagram, and no mindmap.': 'Sie ist ein PlantUML-Diagramm und keine Mindmap.',
  'It is no map of KityMinder.': 'Sie ist keine Karte von KityMinder.',
  'KityMinder has one root: all roots stand below the title.':
    'KityMinder hat eine Wurzel: Alle Wurzeln stehen unter dem Titel.',
  'There is no mindmap of PlantUML in it.': 'Es ist keine Mindmap von PlantUML darin.',
  'What the columns mean was guessed: each one is a level.':
    'Was die Spalten bedeuten, wurde geraten: Jede ist eine Ebene.',
  'What the columns mean was guessed: one became the items, the others their notes.':
    'Was die Spalten bedeuten, wurde geraten: Eine wurde zu den Einträgen, die anderen zu deren Notizen.',
  'Words before the first headline became an item.': 'Wörter vor der ersten Überschrift wurden ein Eintrag.',
  'Words of several styles are plain in KityMinder.': 'Wörter in mehreren Schriftarten sind in KityMinder schlicht.',
  'A table became lines of a note.': 'Eine Tabelle wurde zu Zeilen einer Notiz.',
  'It is a web page without headings and lists: there is no tree in it.':
    'Sie ist eine Webseite ohne Überschriften und Listen: Es ist kein Baum darin.',
  'Links between items stand as words below the first one.':
    'Verbindungen zwischen Einträgen stehen als Wörter unter dem ersten.',
  'Words before the first heading or list became an item.':
    'Wörter vor der ersten Überschrift oder Liste wurden ein Eintrag.',
  'A page of the diagram is damaged.': 'Eine Seite des Diagramms ist beschädigt.',
  'An arrow that does not lead from one shape to another.':
    'Ein Pfeil, der nicht von einer Form zu einer anderen führt.',
  'An arrow that only ends beside a shape was taken to lead there.':
    'Ein Pfeil, der nur neben einer Form endet, führt nun zu ihr.',
  'Drawings by hand.': 'Freihandzeichnungen.',
  'It has no diagram of draw.io.': 'Sie hat kein Diagramm von draw.io.',
  'It is a packed drawing of Excalidraw. Export it as .excalidraw first.':
    'Sie ist eine gepackte Zeichnung von Excalidraw. Exportiere sie zuerst als .excalidraw.',
  'It is no drawing of Excalidraw.': 'Sie ist keine Zeichnung von Excalidraw.',
  'No arrow leads from one shape to another: each one became a root where it stood.':
    'Kein Pfeil führt von einer Form zu einer anderen: Jede wurde eine Wurzel, wo sie stand.',
  'Several pages became several roots of one map.': 'Mehrere Seiten wurden mehrere Wurzeln einer Karte.',
  'Shapes without words, to which no arrow leads.': 'Formen ohne Wörter, zu denen kein Pfeil führt.',
  'The tree was guessed: a shape stands below the one that the first arrow to it comes from.':
    'Der Baum wurde geraten: Eine Form steht unter der, von der der erste Pfeil zu ihr kommt.',
  'Items deeper than nine levels are indented paragraphs.': 'Einträge tiefer als neun Ebenen sind eingerückte Absätze.',
  'Items deeper than nine points stand on the ninth.':
    'Einträge tiefer als neun Aufzählungsebenen stehen auf der neunten.',
  'Images among words stand as they are written.': 'Bilder zwischen Wörtern stehen da, wie sie geschrieben sind.',
  'Marks of Markdown stand as they are written.': 'Markdown-Zeichen stehen da, wie sie geschrieben sind.',
  'No line is indented and none has a bullet: each one became a root.':
    'Keine Zeile ist eingerückt, und keine hat ein Aufzählungszeichen: Jede wurde eine Wurzel.',
  'Tags of HTML in words are not shown.': 'HTML-Tags in Wörtern werden nicht gezeigt.',
  'Tags of HTML stand as words.': 'HTML-Tags stehen als Wörter da.',
};

const PATTERNS: readonly (readonly [RegExp, (words: string) => string])[] = [
  [
    /^What only (.+) knows: (.+)\.$/s,
    (words) => words.replace(/^What only (.+) knows: (.+)\.$/s, 'Was nur $1 kennt: $2.'),
  ],
  [/^Only Bough shows it: .+\.$/s, onlyBough],
  [/^(?:Indented text|A table|A picture|[A-Z]\w*) has no place for: .+\.$/s, noPlace],
  [/^It has more than \d+ items\.$/, (words) => words.replace(/\D+(\d+).*/, 'Sie hat mehr als $1 Einträge.')],
  [/^It is no map of Bough: .+\.$/s, () => 'Sie ist keine Karte von Bough.'],
  [/^A map cannot hold it: .+\.$/s, () => 'Eine Karte kann sie nicht fassen.'],
];

/** The sentence in German; one that is not known as it came. */
export function reportSentenceDe(sentence: string): string {
  const known = Object.hasOwn(SENTENCES, sentence) ? SENTENCES[sentence] : undefined;
  if (known !== undefined) return known;
  return PATTERNS.find(([pattern]) => pattern.test(sentence))?.[1](sentence) ?? sentence;
}

/** What is counted in the reports, beside the fields of items. */
const THINGS: Readonly<Record<string, string>> = {
  links: 'Verbindungen',
  notes: 'Notizen',
  'a second address': 'eine zweite Adresse',
  'a second icon': 'ein zweites Symbol',
  attachments: 'Anhänge',
  boundaries: 'Umrandungen',
  'dates and people of tasks': 'Termine und Personen von Aufgaben',
  'files that it points to': 'Dateien, auf die verwiesen wird',
  'fill colours': 'Füllfarben',
  'icons without an emoji': 'Symbole ohne Emoji',
  labels: 'Etiketten',
  properties: 'Eigenschaften',
  'pictures of shapes': 'Bilder von Formen',
  tables: 'Tabellen',
  'words where the pointer rests': 'Wörter, wo der Zeiger ruht',
  'styles and links of words': 'Auszeichnungen und Links in Texten',
};

function thingDe(thing: string): string {
  const field = Object.entries(FIELD_WORDS).find(([name]) => name === thing)?.[1];
  return field?.reported.de ?? (Object.hasOwn(THINGS, thing) ? (THINGS[thing] ?? thing) : thing);
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['Indented text', 'Eingerückter Text'],
  ['A table', 'Eine Tabelle'],
  ['A picture', 'Ein Bild'],
]);

function noPlace(sentence: string): string {
  const [, format = '', thing = ''] = /^(.+) has no place for: (.+)\.$/s.exec(sentence) ?? [];
  const name = NAMED.get(format) ?? format;
  return `${name} hat keinen Platz für: ${thingDe(thing)}.`;
}

function onlyBough(sentence: string): string {
  const thing = /: (.+)\.$/s.exec(sentence)?.[1] ?? '';
  return `Das zeigt nur Bough: ${thingDe(thing)}.`;
}
