import {
  dayAt,
  daysBetween,
  percentOf,
  type ProfitSpan,
  type SpanUnit,
  together,
} from '../../../../server/contract/rules/profit-days.rules';
import type { ProfitDayView } from '../../../../server/contract/wallet/profit.dto';

const DAY_MS = 86_400_000;

/** A day, week or month as it is shown. */
export type Span = Omit<ProfitSpan, 'unpriced'> & { unpriced: readonly string[] };

/** Days as weeks or months; the names of coins without a price stay with them. */
export function spansOf(unit: SpanUnit, days: readonly ProfitDayView[]): Span[] {
  const names = [...new Set(days.flatMap(({ unpriced }) => unpriced))];
  const plain = days.map(({ day, unpriced, ...rest }) => ({
    ...rest,
    from: day,
    to: day,
    unpriced: unpriced.map((name) => names.indexOf(name)),
  }));
  return together(unit, plain).map((span) => ({ ...span, unpriced: span.unpriced.map((place) => names[place] ?? '') }));
}

/** All the days as one, with its percentage. */
export function wholeOf(days: readonly ProfitDayView[]): (Span & { percent: string | null }) | null {
  const [whole] = spansOf('all', days);
  return whole ? { ...whole, percent: percentOf({ ...whole, unpriced: [] }) } : null;
}

/** So many days that end with the day. */
export function daysBefore(day: string, count: number): { from: string; to: string } {
  return { from: dayAt(Date.parse(day) - (count - 1) * DAY_MS), to: day };
}

/** The weeks of a month, from Monday on, null beside its days. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const last = dayAt(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0));
  const lead = (new Date(first).getUTCDay() + 6) % 7;
  const cells: (string | null)[] = [...Array.from({ length: lead }, () => null), ...daysBetween(first, last)];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

export function monthBeside(month: string, step: 1 | -1): string {
  return dayAt(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + step, 1)).slice(0, 7);
}

/** How strong a day's colour is, of four steps, by the greatest of the month. */
export function heatOf(profit: string | null, greatest: number): 0 | 1 | 2 | 3 | 4 {
  if (profit === null || greatest === 0) return 0;
  const part = Math.abs(Number(profit)) / greatest;
  if (part === 0) return 0;
  return part < 0.25 ? 1 : part < 0.5 ? 2 : part < 0.75 ? 3 : 4;
}
