import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Document from 'pdfkit';
import { LANGUAGES } from '../../../contract/errors.js';
import { FONTS, fontFile, narrow } from '../../../platform/pdf/pdf-table.js';
import { noticeText } from '../../account/notices/index.js';

interface KnownFont {
  _font: { font: { hasGlyphForCodePoint(point: number): boolean } };
}

const NOTICES = join(__dirname, '../../account/notices');
/** Every name that stands before words there: what is no notice is said by its name. */
const kinds = readdirSync(NOTICES)
  .filter((file) => file.endsWith('-words.ts'))
  .flatMap((file) => [...readFileSync(join(NOTICES, file), 'utf8').matchAll(/^ {4}'?([a-z][a-z0-9-]*)'?:/gm)])
  .flatMap(([, kind = '']) => kind);

it.each(LANGUAGES)('a document has a letter for each of the words of a notice in %s', (language) => {
  const text = kinds.map((kind) => noticeText(language, kind, {})).join('');
  expect(kinds.length).toBeGreaterThan(60);
  const fonts = FONTS[language].map(
    (name) => (new Document({ font: fontFile(name) as unknown as string }) as unknown as KnownFont)._font.font,
  );
  const missing = [...new Set(narrow(text).replace(/\s/g, ''))].filter(
    (letter) => !fonts.some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
  );
  expect(missing).toEqual([]);
});
