/** What a key asks for. */
export type OrderKey =
  | { act: 'side'; side: 'buy' | 'sell' }
  | { act: 'kind'; kind: 'limit' | 'market' }
  | { act: 'ticks'; ticks: number }
  | { act: 'share'; percent: number }
  /** Empty: the amount stays as it is. */
  | { act: 'amount'; digit: string }
  | { act: 'review' | 'close' | 'search' | 'help' };

export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'repeat'
>;

const LETTERS: Readonly<Record<string, OrderKey>> = {
  b: { act: 'side', side: 'buy' },
  s: { act: 'side', side: 'sell' },
  l: { act: 'kind', kind: 'limit' },
  m: { act: 'kind', kind: 'market' },
  a: { act: 'amount', digit: '' },
};
/** With Shift or without it: keyboards differ in where these are. */
const SIGNS: Readonly<Record<string, OrderKey>> = { '/': { act: 'search' }, '?': { act: 'help' } };
const NAMED: Readonly<Record<string, OrderKey>> = { Enter: { act: 'review' }, Escape: { act: 'close' } };
const SHARES: Readonly<Record<string, number>> = { 1: 25, 2: 50, 3: 75, 4: 100 };
const TICKS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
const MANY = 10;

/** What a press asks for; null: nothing of ours, as while a sign is being composed or with a modifier. */
export function orderKeyOf(press: Press): OrderKey | null {
  const { key, shiftKey } = press;
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return null;
  const ticks = TICKS[key];
  if (ticks !== undefined) return { act: 'ticks', ticks: shiftKey ? ticks * MANY : ticks };
  // One press is one act: only the price goes on while a key is held.
  if (press.repeat) return null;
  const sign = SIGNS[key];
  if (sign) return sign;
  if (shiftKey) return null;
  const percent = SHARES[key];
  if (percent !== undefined) return { act: 'share', percent };
  if (/^[0-9]$/.test(key)) return { act: 'amount', digit: key };
  return NAMED[key] ?? LETTERS[letterOf(press)] ?? null;
}

/** The letter of a key in small; where the keyboard writes another alphabet, the letter that stands at its place elsewhere. */
function letterOf({ key, code }: Press): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const isOtherAlphabet = key.length === 1 && key > '\u007f';
  return isOtherAlphabet && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : '';
}
