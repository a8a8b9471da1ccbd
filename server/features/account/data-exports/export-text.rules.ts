/** Text in quotes is passed over; a number outside of it gets quotes. */
const QUOTED_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/g;

/** JSON with its numbers as text, so that whoever reads it loses no digit of an amount or of a row's number. */
export function numbersAsText(json: string): string {
  return json.replaceAll(QUOTED_OR_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`));
}

/** Joins pieces of text to parts of about so many bytes, so that a file of any length is written with one part in memory. */
export async function* partsOf(pieces: AsyncIterable<string>, bytes: number): AsyncGenerator<Buffer> {
  let waiting: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    length += Buffer.byteLength(piece);
    if (length < bytes) continue;
    yield Buffer.from(waiting.join(''));
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(waiting.join(''));
}
