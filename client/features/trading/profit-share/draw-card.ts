/** What stands on the card: nothing that leads to a person, and no amount. */
export interface CardWords {
  product: string;
  title: string;
  percent: string;
  days: string;
  note: string;
  /** Only where its owner asked for it. */
  code: { label: string; text: string } | null;
}

export const CARD_WIDTH = 750;
const [HEIGHT, HEIGHT_WITH_CODE] = [560, 860];
const FONTS = 'system-ui, "Noto Sans SC", "Noto Sans TC", "Noto Sans JP", "Noto Sans KR", "Noto Sans Thai", sans-serif';
const CODE_SIDE = 200;
const QUIET = 20;
const LEFT = 64;

/** Draws the card. @throws Error where the browser has no canvas. */
export function drawCard(
  canvas: HTMLCanvasElement,
  words: CardWords,
  { qrCode, colour }: { qrCode: HTMLCanvasElement | null; colour: string },
): void {
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('There is no canvas to draw on.');
  canvas.width = CARD_WIDTH;
  canvas.height = words.code ? HEIGHT_WITH_CODE : HEIGHT;
  const ground = pen.createLinearGradient(0, 0, CARD_WIDTH, canvas.height);
  ground.addColorStop(0, '#0b2a2b');
  ground.addColorStop(1, '#0b0f14');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, CARD_WIDTH, canvas.height);
  const write = (text: string, top: number, { size, weight = 400, of = '#e8eef2', left = LEFT }: Style) => {
    pen.font = `${weight} ${fitting(pen, text, { size, weight, room: CARD_WIDTH - left - LEFT })}px ${FONTS}`;
    pen.fillStyle = of;
    pen.fillText(text, left, top);
  };
  write(words.product, 110, { size: 34, weight: 600 });
  write(words.title, 220, { size: 30, of: '#9db0bd' });
  write(words.percent, 340, { size: 110, weight: 700, of: colour });
  write(words.days, 410, { size: 28, of: '#9db0bd' });
  write(words.note, 490, { size: 22, of: '#9db0bd' });
  if (!words.code || !qrCode) return;
  pen.fillStyle = '#ffffff';
  pen.fillRect(LEFT, 560, CODE_SIDE + 2 * QUIET, CODE_SIDE + 2 * QUIET);
  pen.drawImage(qrCode, LEFT + QUIET, 560 + QUIET, CODE_SIDE, CODE_SIDE);
  const beside = LEFT + CODE_SIDE + 2 * QUIET + 36;
  write(words.code.label, 660, { size: 26, of: '#9db0bd', left: beside });
  write(words.code.text, 715, { size: 44, weight: 600, left: beside });
}

interface Style {
  size: number;
  weight?: number;
  of?: string;
  left?: number;
}

/** As large as there is room for. */
function fitting(
  pen: CanvasRenderingContext2D,
  text: string,
  { size, weight, room }: { size: number; weight: number; room: number },
): number {
  pen.font = `${weight} ${size}px ${FONTS}`;
  const { width } = pen.measureText(text);
  return width <= room ? size : Math.floor((size * room) / width);
}
