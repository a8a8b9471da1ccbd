import { inflateSync } from 'node:zlib';

/** What stands in a document, a line for each piece that is drawn: letters are drawn by numbers, which the font's own table translates. */
export function pdfText(pdf: Buffer): string {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  );
  const fonts = new Map<string, Map<number, string>>();
  for (const body of objects.values())
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? [];
      fonts.set(name, lettersOf(unpacked(objects.get(table) ?? '')));
    }
  const drawn = [...objects.values()].map(unpacked).filter((text) => text.includes(' TJ'));
  return drawn.map((content) => written(content, fonts)).join('\n');
}

/** The stream of an object; empty where it has none, or one that is no text. */
function unpacked(body: string): string {
  const [, packed] = /stream\n([\s\S]*)\nendstream/.exec(body) ?? [];
  if (packed === undefined) return '';
  try {
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}

function lettersOf(table: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = '', , list = ''] of table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi))
    for (const [place, [, hex = '']] of [...list.matchAll(/<([0-9a-f]*)>/gi)].entries())
      letters.set(Number.parseInt(first, 16) + place, Buffer.from(hex, 'hex').swap16().toString('utf16le'));
  return letters;
}

function written(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  const lines: string[] = [];
  let letters: ReadonlyMap<number, string> = new Map();
  for (const [, font, pieces = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map();
    else {
      const glyphs = [...pieces.matchAll(/<([0-9a-f]+)>/gi)].map(([, hex = '']) => hex).join('');
      lines.push((glyphs.match(/.{4}/g) ?? []).map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '?').join(''));
    }
  }
  return lines.join('\n');
}
