import { writeFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import Document from 'pdfkit';
import { type Language, LANGUAGES } from '../../contract/errors.js';
import { columnText, EXPORT_COLUMNS } from '../../contract/languages/exports.js';
import { exportNote, listTitle } from '../../contract/languages/export-lists.js';
import { STATEMENT_REASONS, statementText } from '../../contract/languages/statement.js';
import { EXPORT_LISTS } from '../../contract/wallet/exports.dto.js';
import { FONTS, fontFile, narrow, PdfTable } from './pdf-table.js';

/** What may stand in a document of ours. */
const wordsOf = (language: Language) =>
  [
    ...EXPORT_COLUMNS.map((name) => columnText(language, name)),
    ...EXPORT_LISTS.map((name) => listTitle(language, name)),
    ...STATEMENT_REASONS.map((name) => statementText(language, name)),
    ...(['days', 'rows', 'demo', 'sub-account', 'page'] as const).map((name) => exportNote(language, name)),
    '0123456789 abcXYZ.,:+-/|_()%<>',
  ].join('');

interface KnownFont {
  _font: { font: { hasGlyphForCodePoint(point: number): boolean } };
}

async function written(language: Language, columns: number, rows: readonly (readonly string[])[]): Promise<Buffer> {
  const table = await PdfTable.begin(language, {
    title: listTitle(language, 'wallet.statement'),
    notes: [exportNote(language, 'rows', { count: String(rows.length) })],
    columns: EXPORT_COLUMNS.slice(0, columns).map((name, place) => ({
      title: columnText(language, name),
      align: place % 3 === 2 ? 'right' : 'left',
    })),
    pageText: (page) => exportNote(language, 'page', { page: String(page) }),
  });
  const chunks: Buffer[] = [];
  const ended = new Promise((resolve) => table.stream.once('end', resolve));
  table.stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  table.start(rows);
  for (const row of rows) table.row(row);
  table.end();
  await ended;
  return Buffer.concat(chunks);
}

/** What is drawn, unpacked. */
function drawnIn(pdf: Buffer): string {
  const parts: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    const end = pdf.indexOf('\nendstream', at);
    if (end < 0) break;
    try {
      parts.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'));
    } catch {
      // Not a packed one.
    }
  }
  return parts.join('\n');
}

describe('a table as a document', () => {
  it.each(LANGUAGES)('has a letter for each of the words in %s', (language) => {
    const document = new Document({ font: fontFile(FONTS[language][0] ?? 'latin') as unknown as string });
    const fonts = FONTS[language].map((name) => {
      document.font(fontFile(name));
      return (document as unknown as KnownFont)._font.font;
    });
    const missing = [...new Set(narrow(wordsOf(language)))].filter(
      (letter) => !fonts.some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
    );
    expect(missing).toEqual([]);
  });

  it.each(LANGUAGES)('goes on over its pages in %s, and is small', async (language) => {
    const row = ['2026-01-05 17:30:00 +05:30', statementText(language, 'spot.fill'), '-1234567.12345678', 'BTC'];
    const pdf = await written(
      language,
      4,
      Array.from({ length: 120 }, () => row),
    );
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(4);
    expect(pdf.length).toBeLessThan(200_000);
    if (process.env.PDF_FOLDER) writeFileSync(`${process.env.PDF_FOLDER}/${language}.pdf`, pdf);
  });

  it('leaves nothing out of a cell that is too long', async () => {
    const long = 'x'.repeat(900);
    const drawn = drawnIn(await written('en', 6, [[long, 'b', 'c', 'd', 'e', long]]));
    // Letters are drawn by the numbers of their glyphs, all the same one here.
    const glyphs = [...drawn.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => hex).join('');
    const most = Math.max(...[...new Set(glyphs.match(/.{4}/g) ?? [])].map((one) => glyphs.split(one).length - 1));
    expect(most).toBeGreaterThanOrEqual(1800);
  });
});
