/** What stands on a poster, in the reader's language. */
export interface PosterWords {
  product: string;
  headline: string;
  text: string;
  codeLabel: string;
  code: string;
  scan: string;
}

export const POSTER_WIDTH = 750;
export const POSTER_HEIGHT = 1200;
const [CENTRE, MARGIN] = [POSTER_WIDTH / 2, 64];
const FONTS = 'system-ui, "Noto Sans SC", "Noto Sans TC", "Noto Sans JP", "Noto Sans KR", "Noto Sans Thai", sans-serif';
const CODE_SIDE = 340;
const [CODE_TOP, QUIET] = [640, 28];

type Pen = CanvasRenderingContext2D;

/** Where a language may break a line: between words, or between any two signs where it writes without spaces. */
function pieces(text: string, language: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return text.split(/(?<=\s)/);
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map(({ segment }) => segment);
}

/** Lines that are no wider than the poster allows. */
function linesOf(pen: Pen, text: string, language: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text, language)) {
    const longer = line + piece;
    if (line !== '' && pen.measureText(longer.trimEnd()).width > POSTER_WIDTH - 2 * MARGIN) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line = longer;
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}

function write(
  pen: Pen,
  text: string,
  at: { top: number; size: number; weight: number; colour: string; language: string },
) {
  pen.font = `${at.weight} ${at.size}px ${FONTS}`;
  pen.fillStyle = at.colour;
  let top = at.top;
  for (const line of linesOf(pen, text, at.language)) {
    pen.fillText(line, CENTRE, top);
    top += at.size * 1.35;
  }
  return top;
}

/** Draws the poster, with the code for cameras from another canvas. @throws Error where the browser has no canvas. */
export function drawPoster(
  canvas: HTMLCanvasElement,
  qrCode: HTMLCanvasElement,
  words: PosterWords,
  language: string,
): void {
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('There is no canvas to draw on.');
  canvas.width = POSTER_WIDTH;
  canvas.height = POSTER_HEIGHT;
  const ground = pen.createLinearGradient(0, 0, POSTER_WIDTH, POSTER_HEIGHT);
  ground.addColorStop(0, '#0b2a2b');
  ground.addColorStop(1, '#0b0f14');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, POSTER_WIDTH, POSTER_HEIGHT);
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  write(pen, words.product, { top: 88, size: 34, weight: 600, colour: '#5eead4', language });
  const below = write(pen, words.headline, { top: 170, size: 54, weight: 700, colour: '#e8eef2', language });
  write(pen, words.text, { top: below + 24, size: 30, weight: 400, colour: '#9db0bd', language });
  write(pen, words.codeLabel, { top: 476, size: 26, weight: 400, colour: '#9db0bd', language });
  write(pen, words.code, { top: 520, size: 60, weight: 700, colour: '#5eead4', language });
  pen.fillStyle = '#ffffff';
  pen.beginPath();
  pen.roundRect(CENTRE - CODE_SIDE / 2 - QUIET, CODE_TOP, CODE_SIDE + 2 * QUIET, CODE_SIDE + 2 * QUIET, 24);
  pen.fill();
  pen.imageSmoothingEnabled = false;
  pen.drawImage(qrCode, CENTRE - CODE_SIDE / 2, CODE_TOP + QUIET, CODE_SIDE, CODE_SIDE);
  write(pen, words.scan, {
    top: CODE_TOP + CODE_SIDE + 2 * QUIET + 32,
    size: 28,
    weight: 400,
    colour: '#e8eef2',
    language,
  });
}
