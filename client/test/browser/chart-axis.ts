import type { Page } from 'playwright-core';
import { canvasColour, type Drawn, drawnNow } from './drawn-canvas.js';

/** Parts of a pixel by which a label may stand elsewhere. */
const NEAR = 0.02;

/** A price of the axis and where it stands, from the top. */
export interface AxisPrice {
  price: number;
  y: number;
}

/** The prices that the axis says; not that of a line's tag, which has a colour of its own. */
export async function axisPrices(page: Page, { words }: Drawn): Promise<AxisPrice[]> {
  const plain = await canvasColour(page, '--text-2');
  return words
    .filter(({ text, colour }) => colour === plain && /^[\d,]+\.\d\d$/.test(text))
    .map(({ text, y }) => ({ price: Number(text.replaceAll(',', '')), y }))
    .sort((one, other) => one.price - other.price);
}

/** Where a figure stands when those of the lowest and the highest price stand where they do. */
function between(prices: readonly AxisPrice[], of: (price: number) => number, price: number): number {
  const [low, high] = [prices[0], prices.at(-1)];
  if (!low || !high) return Number.NaN;
  return low.y + ((high.y - low.y) * (of(price) - of(low.price))) / (of(high.price) - of(low.price));
}

/** By which scale the axis of the chart is drawn, as somebody sees who measures it; null while it says too little. */
export async function axisScale(page: Page): Promise<'normal' | 'log' | 'percent' | null> {
  const drawn = await drawnNow(page);
  const prices = await axisPrices(page, drawn);
  const percents = drawn.words.filter(({ text }) => /^[+-]?\d+\.\d\d%$/.test(text));
  if (percents.length > 2 && prices.length === 0) return 'percent';
  if (prices.length < 3 || percents.length > 0) return null;
  const isBy = (of: (price: number) => number) =>
    prices.every(({ price, y }) => Math.abs(between(prices, of, price) - y) < NEAR);
  const isNormal = isBy((price) => price);
  // Of prices that are very near one another nobody can say it.
  if (isNormal === isBy(Math.log)) return null;
  return isNormal ? 'normal' : 'log';
}

/** The price that stands at a place of a chart of the normal scale, and how much of it a pixel is. */
export async function priceAtHeight(page: Page, drawn: Drawn, y: number): Promise<{ price: number; pixel: number }> {
  const prices = await axisPrices(page, drawn);
  const [low, high] = [prices[0], prices.at(-1)];
  if (!low || !high || low === high) throw new Error('The axis says too little.');
  const pixel = (high.price - low.price) / (low.y - high.y);
  return { price: low.price + (low.y - y) * pixel, pixel };
}
