import { readFileSync } from 'node:fs';
import type PDFDocument from 'pdfkit';
import type { Language } from '../../contract/errors.js';

export interface PdfColumn {
  title: string;
  align: 'left' | 'right';
}

export interface PdfHead {
  title: string;
  notes: readonly string[];
  columns: readonly PdfColumn[];
  /** What stands below each page. */
  pageText: (page: number) => string;
}

const MARGIN = 32;
const FOOT = 28;
const SIZE = 7.5;
const LINE = 10;
const GAP = 6;
const PAD = 3;
const TITLE_SIZE = 15;
const NOTE_SIZE = 8.5;
/** Rows by which the widths of columns are chosen. */
const SAMPLE_ROWS = 60;

type FontName = 'sc' | 'tc' | 'jp' | 'kr' | 'thai' | 'latin';
export const FONTS: Readonly<Record<Language, readonly FontName[]>> = {
  en: ['latin'],
  es: ['latin'],
  zh: ['sc'],
  'zh-Hant': ['tc'],
  ja: ['jp'],
  ko: ['kr'],
  th: ['latin', 'thai'],
};
const THAI = /[\u0E00-\u0E7F]+|[^\u0E00-\u0E7F]+/g;
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const files = new Map<FontName, Buffer>();

/** Full-width signs as their narrow forms, which every font has. */
export function narrow(text: string): string {
  return text.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}

/** The file of a font, read once. */
export function fontFile(name: FontName): Buffer {
  const known = files.get(name) ?? readFileSync(new URL(`./fonts/noto-sans-${name}.ttf`, import.meta.url));
  files.set(name, known);
  return known;
}

/**
 * A table as a document of many pages, written row by row: what is written leaves at once and is kept nowhere. The fonts have the
 * letters of the language's own words; another letter is drawn as an empty box.
 */
export class PdfTable {
  private widths: number[] = [];
  private readonly letters = new Map<string, number>();
  private y = MARGIN;
  private page = 1;

  private constructor(
    private readonly document: InstanceType<typeof PDFDocument>,
    private readonly fonts: readonly FontName[],
    private readonly head: PdfHead,
  ) {}

  /** Begins the document; pdfkit is loaded with the first one. */
  static async begin(language: Language, head: PdfHead): Promise<PdfTable> {
    const { default: Document } = await import('pdfkit');
    const fonts = FONTS[language];
    const [first = 'latin'] = fonts;
    const document = new Document({
      size: 'A4',
      layout: 'landscape',
      margin: 0,
      // By its file from the start: the library's own fonts are never looked for. Its types know names alone.
      font: fontFile(first) as unknown as string,
      info: { Title: head.title, Creator: '', Producer: '' },
    });
    for (const name of fonts) document.registerFont(name, fontFile(name));
    return new PdfTable(document, fonts, head);
  }

  /** The bytes, as they come about. */
  get stream(): NodeJS.ReadableStream & { readableLength: number; destroyed: boolean } {
    return this.document;
  }

  /** The title, and widths by the first rows. */
  start(sample: readonly (readonly string[])[]): void {
    this.widths = this.chooseWidths(sample.slice(0, SAMPLE_ROWS));
    this.y = MARGIN;
    this.draw(this.head.title, MARGIN, TITLE_SIZE);
    this.y += TITLE_SIZE + 8;
    for (const note of this.head.notes) {
      this.draw(note, MARGIN, NOTE_SIZE);
      this.y += NOTE_SIZE + 4;
    }
    this.y += 6;
    this.columnTitles();
  }

  /** A row that does not fit goes on over the next page, line by line. */
  row(cells: readonly string[]): void {
    const lines = cells.map((cell, column) => this.cut(cell, this.widths[column] ?? 0));
    const height = Math.max(1, ...lines.map(({ length }) => length));
    if (this.y + height * LINE + PAD > this.bottom && height * LINE < this.bottom / 2) this.nextPage();
    for (let line = 0; line < height; line += 1) {
      if (this.y + LINE > this.bottom) this.nextPage();
      this.line(lines.map((texts) => texts[line] ?? ''));
      this.y += LINE;
    }
    this.y += PAD;
    this.rule('#e3e8ec');
  }

  end(): void {
    this.pageFoot();
    this.document.end();
  }

  private get bottom(): number {
    return this.document.page.height - MARGIN - FOOT;
  }

  private get room(): number {
    return this.document.page.width - 2 * MARGIN;
  }

  private nextPage(): void {
    this.pageFoot();
    this.document.addPage();
    this.page += 1;
    this.y = MARGIN;
    this.columnTitles();
  }

  private pageFoot(): void {
    const text = this.head.pageText(this.page);
    this.y = this.document.page.height - MARGIN - SIZE;
    this.document.fillColor('#5c6b76');
    this.draw(text, this.document.page.width - MARGIN - this.width(text, SIZE), SIZE);
    this.document.fillColor('#111111');
  }

  private columnTitles(): void {
    this.document.fillColor('#5c6b76');
    const lines = this.head.columns.map(({ title }, column) => this.cut(title, this.widths[column] ?? 0));
    for (let line = 0; line < Math.max(...lines.map(({ length }) => length)); line += 1) {
      this.line(lines.map((texts) => texts[line] ?? ''));
      this.y += LINE;
    }
    this.document.fillColor('#111111');
    this.y += PAD;
    this.rule('#5c6b76');
  }

  private rule(colour: string): void {
    const y = this.y - 1;
    this.document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + this.room, y)
      .lineWidth(0.5)
      .strokeColor(colour)
      .stroke();
    this.y += 2;
  }

  /** One line of each cell. */
  private line(texts: readonly string[]): void {
    let x = MARGIN;
    for (const [column, text] of texts.entries()) {
      const width = this.widths[column] ?? 0;
      const isRight = this.head.columns[column]?.align === 'right';
      if (text !== '') this.draw(text, isRight ? x + width - this.width(text, SIZE) : x, SIZE);
      x += width + GAP;
    }
  }

  /** As wide as what stands in them where there is room, and otherwise each its part of the page. */
  private chooseWidths(sample: readonly (readonly string[])[]): number[] {
    const wanted = this.head.columns.map(({ title }, column) =>
      Math.max(24, this.width(title, SIZE), ...sample.map((cells) => this.width(cells[column] ?? '', SIZE))),
    );
    const room = this.room - GAP * (wanted.length - 1);
    const all = wanted.reduce((sum, width) => sum + width, 0);
    return wanted.map((width) => (width * room) / all);
  }

  /** The lines of a text that is broken wherever it reaches the edge: nothing of it is left out. */
  private cut(text: string, width: number): string[] {
    const lines: string[] = [];
    let left = text;
    for (let all = this.width(left, SIZE); left !== '' && all > width + 0.5; all = this.width(left, SIZE)) {
      // As many letters as there would be room for if all were as wide, and fewer where they are wider.
      let most = Math.max(1, Math.floor((left.length * width) / all));
      while (most > 1 && this.width(left.slice(0, most), SIZE) > width) most -= 1;
      lines.push(left.slice(0, most));
      left = left.slice(most);
    }
    return [...lines, left];
  }

  private draw(text: string, x: number, size: number): void {
    let at = x;
    for (const { font, part } of this.parts(text)) {
      this.document.font(font).fontSize(size).text(part, at, this.y, { lineBreak: false });
      at += this.width(part, size);
    }
  }

  /** By the widths of its letters, each asked for once: our fonts pull no letters together. */
  private width(text: string, size: number): number {
    let sum = 0;
    for (const { font, part } of this.parts(text)) for (const letter of part) sum += this.letterWidth(font, letter);
    return (sum * size) / SIZE;
  }

  private letterWidth(font: FontName, letter: string): number {
    const key = `${font} ${letter}`;
    const known = this.letters.get(key) ?? this.document.font(font).fontSize(SIZE).widthOfString(letter);
    this.letters.set(key, known);
    return known;
  }

  /** A text by the fonts that have its letters. */
  private parts(written: string): { font: FontName; part: string }[] {
    const text = narrow(written);
    const [first = 'latin', second] = this.fonts;
    if (second === undefined) return [{ font: first, part: text }];
    const isThai = (part: string) => part.charCodeAt(0) >= 0x0e00 && part.charCodeAt(0) <= 0x0e7f;
    return (text.match(THAI) ?? []).map((part) => ({ font: isThai(part) ? second : first, part }));
  }
}
