import { type DecimalText, fromUnits, toUnits, UNIT } from '../money.js';

/** Decimals of every worth: cut once, where it comes about, so that sums and differences are exact from there on. */
const WORTH_DECIMALS = 8;
const WORTH_UNIT = UNIT / 10n ** BigInt(WORTH_DECIMALS);
const DAY_MS = 86_400_000;

/** What of a currency came into an account or left it on a day; without a day: on all days before the first one. */
export interface Gained {
  currencyId: number;
  day: string | null;
  amount: DecimalText;
}

/** What crossed the border on a day, in USDT; null where a price was missing. */
export interface Flow {
  day: string;
  received: DecimalText;
  given: DecimalText;
  /** Of what was won, what came for people who were invited. */
  referral: DecimalText;
  /** Currencies whose price was missing. */
  unpriced: readonly number[];
}

export interface DaysBasis {
  /** The first and the last day, `2026-01-01`. */
  from: string;
  to: string;
  gained: readonly Gained[];
  flows: readonly Flow[];
  /** A currency's price when the day ended, or now where it is today; null: unknown. */
  priceAt: (currencyId: number, day: string) => DecimalText | null;
}

/** A day, or several together. Worths in USDT, cut to eight decimals; null: unknown. */
export interface ProfitSpan {
  /** Its first day and its last one. */
  from: string;
  to: string;
  opening: DecimalText | null;
  closing: DecimalText | null;
  received: DecimalText | null;
  given: DecimalText | null;
  referral: DecimalText | null;
  /** `closing - opening - received + given`. */
  profit: DecimalText | null;
  /** Currencies of which a price was missing. */
  unpriced: number[];
}

/** By what is said of each, in the order in which that comes first. */
export function grouped<One, Key>(ones: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of ones) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

/** The days between two, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayAt(at));
  return days;
}

export function dayAt(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/**
 * The profit of each day by the books: what stood there when it ended, at the closing prices of that day, less what stood there when it
 * began, less what came in, plus what went out. Where a price is missing there is no figure, and none is put in its place.
 */
export function profitDays({ from, to, gained, flows, priceAt }: DaysBasis): ProfitSpan[] {
  const held = new Map<number, bigint>();
  const add = ({ currencyId, amount }: Gained) => held.set(currencyId, (held.get(currencyId) ?? 0n) + toUnits(amount));
  for (const one of gained.filter(({ day }) => day === null)) add(one);
  const byDay = grouped(gained, ({ day }) => day);
  const flowOf = new Map(flows.map((flow) => [flow.day, flow]));
  let before = worthOf(held, (currencyId) => priceAt(currencyId, dayAt(Date.parse(from) - DAY_MS)));
  return daysBetween(from, to).map((day) => {
    for (const one of byDay.get(day) ?? []) add(one);
    const after = worthOf(held, (currencyId) => priceAt(currencyId, day));
    const span = spanOf(day, { before, after, flow: flowOf.get(day) });
    before = after;
    return span;
  });
}

interface Worth {
  worth: bigint | null;
  unpriced: number[];
}

function worthOf(held: ReadonlyMap<number, bigint>, price: (currencyId: number) => DecimalText | null): Worth {
  let worth = 0n;
  const unpriced: number[] = [];
  for (const [currencyId, units] of held) {
    if (units === 0n) continue;
    const known = price(currencyId);
    if (known === null) unpriced.push(currencyId);
    else worth += ((units * toUnits(known)) / UNIT / WORTH_UNIT) * WORTH_UNIT;
  }
  return { worth: unpriced.length > 0 ? null : worth, unpriced };
}

function spanOf(
  day: string,
  { before, after, flow }: { before: Worth; after: Worth; flow: Flow | undefined },
): ProfitSpan {
  const isPriced = !flow || flow.unpriced.length === 0;
  const flowOf = (amount: DecimalText | undefined) => (isPriced ? (amount ?? '0') : null);
  return withProfit({
    from: day,
    to: day,
    opening: textOf(before.worth),
    closing: textOf(after.worth),
    received: flowOf(flow?.received),
    given: flowOf(flow?.given),
    referral: flowOf(flow?.referral),
    unpriced: [...new Set([...before.unpriced, ...after.unpriced, ...(flow?.unpriced ?? [])])].sort((a, b) => a - b),
  });
}

function textOf(units: bigint | null): DecimalText | null {
  return units === null ? null : fromUnits(units, WORTH_DECIMALS);
}

function withProfit(span: Omit<ProfitSpan, 'profit'>): ProfitSpan {
  const { opening, closing, received, given } = span;
  if (opening === null || closing === null || received === null || given === null) return { ...span, profit: null };
  const profit = toUnits(closing) - toUnits(opening) - toUnits(received) + toUnits(given);
  return { ...span, profit: fromUnits(profit, WORTH_DECIMALS) };
}

export const SPAN_UNITS = ['day', 'week', 'month', 'all'] as const;
export type SpanUnit = (typeof SPAN_UNITS)[number];

/** Where the week, which begins on Monday, or the month of a day begins. */
export function beginningOf(unit: SpanUnit, day: string): string {
  if (unit === 'day') return day;
  if (unit === 'all') return '';
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return dayAt(Date.parse(day) - weekday * DAY_MS);
}

/**
 * Days together as weeks or months; those at the edges have the days that there are. What came in and what is won are the sums of the
 * days; where the price of a day between is missing, the profit is still known by what stood there at both ends.
 */
export function together(unit: SpanUnit, days: readonly ProfitSpan[]): ProfitSpan[] {
  const groups = grouped(days, ({ from }) => beginningOf(unit, from));
  return [...groups.values()].map((group) => {
    const first = group[0] as ProfitSpan;
    const last = group.at(-1) as ProfitSpan;
    return withProfit({
      from: first.from,
      to: last.to,
      opening: first.opening,
      closing: last.closing,
      received: sumOf(group.map(({ received }) => received)),
      given: sumOf(group.map(({ given }) => given)),
      referral: sumOf(group.map(({ referral }) => referral)),
      unpriced: [...new Set(group.flatMap(({ unpriced }) => unpriced))].sort((a, b) => a - b),
    });
  });
}

/** Null as soon as one is unknown. */
export function sumOf(amounts: readonly (DecimalText | null)[]): DecimalText | null {
  let sum = 0n;
  for (const amount of amounts) {
    if (amount === null) return null;
    sum += toUnits(amount);
  }
  return fromUnits(sum, WORTH_DECIMALS);
}

/** Profit in percent of what was there and came in, signed, two decimals, cut; null where that is nothing or unknown. */
export function percentOf({ opening, received, profit }: ProfitSpan): string | null {
  if (opening === null || received === null || profit === null) return null;
  const invested = toUnits(opening) + toUnits(received);
  return invested > 0n ? fromUnits((toUnits(profit) * 100n * UNIT) / invested, 2) : null;
}
