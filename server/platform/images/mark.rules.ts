/**
 * Letters of five by seven dots, row by row from the top, five bits a row: drawn by ourselves, since a server need not
 * have a single font installed.
 */
const GLYPHS: Record<string, readonly number[]> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 15],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  J: [7, 2, 2, 2, 2, 18, 12],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 17, 25, 21, 19, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  Q: [14, 17, 17, 17, 21, 18, 13],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4],
  W: [17, 17, 17, 21, 21, 21, 10],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 17, 10, 4, 4, 4],
  Z: [31, 1, 2, 4, 8, 16, 31],
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  '-': [0, 0, 0, 31, 0, 0, 0],
  '.': [0, 0, 0, 0, 0, 12, 12],
  ':': [0, 12, 12, 0, 12, 12, 0],
};
const ADVANCE = 6;
const HEIGHT = 7;
/** Clear space behind and below each copy of the text, in dots. */
const GAP = 12;
/** So many dots go into the picture's shorter side: a copy can be read in any piece of it that shows a face. */
const DOTS_ACROSS = 240;

/**
 * A picture (SVG) of the text all over, slanted, light over a dark shadow so that it can be read on any ground and what
 * is below can still be judged. Small letters are drawn as capitals; what has no letter here is a gap.
 */
export function markPicture(text: string, { width, height }: { width: number; height: number }): string {
  const dot = Math.max(1, Math.min(width, height) / DOTS_ACROSS);
  const columns = text.length * ADVANCE + GAP;
  const rows = 2 * (HEIGHT + GAP);
  // Every other line begins in the middle of the one above: no straight strip of the picture is without a letter.
  const path =
    dotsOf(text, 0, 0) +
    dotsOf(text, Math.floor(columns / 2), HEIGHT + GAP) +
    dotsOf(text, -Math.ceil(columns / 2), HEIGHT + GAP);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><pattern id="mark" width="${columns}" height="${rows}" patternUnits="userSpaceOnUse" patternTransform="scale(${dot}) rotate(-30)">
<path d="${path}" fill="#000000" fill-opacity="0.4" transform="translate(0.4 0.4)"/><path d="${path}" fill="#ffffff" fill-opacity="0.5"/></pattern></defs>
<rect width="${width}" height="${height}" fill="url(#mark)"/></svg>`;
}

/** The dots of the text as squares of a path, from the place on. */
function dotsOf(text: string, left: number, top: number): string {
  return [...text.toUpperCase()]
    .flatMap((sign, place) =>
      (GLYPHS[sign] ?? []).flatMap((bits, row) =>
        [0, 1, 2, 3, 4]
          .filter((column) => (bits & (16 >> column)) !== 0)
          .map((column) => `M${left + place * ADVANCE + column} ${top + row}h1v1h-1z`),
      ),
    )
    .join('');
}
