/**
 * What of a layout goes with the account, by its parts: how charts look (`chart`, the JSON that pages write), and by how many decimals the
 * books of a market are coarser (`book:BTC/USDT`, a digit). Each part is chosen by itself; the empty text: as everybody has it.
 */
export type Layout = Readonly<Record<string, string>>;

export const CHART_PART = 'chart';
/** The part of a market's books. */
export const bookPart = (symbol: string): string => `book:${symbol}`;

/** Parts of one user. */
export const LAYOUT_PARTS_MAX = 200;
/** Length of the JSON of a request's parts. */
export const LAYOUT_LENGTH_MAX = 12_000;

const FORMS: readonly (readonly [part: RegExp, value: RegExp])[] = [
  // What pages write is ASCII: words of ours and numbers.
  [/^chart$/, /^[ -~]{0,4000}$/],
  [/^book:[A-Z0-9.-]{1,20}\/[A-Z0-9.-]{1,20}$/, /^[1-9]?$/],
];

/** Whether a part and its value are of the form that an account keeps. */
export function isLayoutPart(part: string, value: unknown): value is string {
  return typeof value === 'string' && FORMS.some(([name, form]) => name.test(part) && form.test(value));
}

/** Parts in the form of the wire; null where they are none: not JSON, too long, too many, or of another form. */
export function readLayout(text: string): Layout | null {
  if (text.length > LAYOUT_LENGTH_MAX) return null;
  try {
    const parts: unknown = JSON.parse(text);
    if (typeof parts !== 'object' || parts === null || Array.isArray(parts)) return null;
    const entries: [string, unknown][] = Object.entries(parts);
    const sound = entries.filter((entry): entry is [string, string] => isLayoutPart(...entry));
    return sound.length < entries.length || sound.length > LAYOUT_PARTS_MAX ? null : Object.fromEntries(sound);
  } catch {
    return null;
  }
}
