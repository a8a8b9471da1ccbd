/** Days as a date field has them, `2026-01-31`. */
export interface Days {
  from: string;
  to: string;
}

export const PRESETS = ['month', 'lastMonth', 'year', 'lastYear', 'own'] as const;
export type Preset = (typeof PRESETS)[number];

const DAY_MS = 86_400_000;

/** The days of a choice, seen from today; null for what is chosen day by day. */
export function daysOf(preset: Preset, today: string): Days | null {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  if (preset === 'month') return { from: day(year, month, 1), to: today };
  if (preset === 'lastMonth') return { from: day(year, month - 1, 1), to: day(year, month, 0) };
  if (preset === 'year') return { from: day(year, 1, 1), to: today };
  if (preset === 'lastYear') return { from: day(year - 1, 1, 1), to: day(year - 1, 12, 31) };
  return null;
}

function day(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

/** What is wrong with days: one is missing, they are the wrong way round, or there are too many of them. */
export function problemOf({ from, to }: Days, most: number): 'choose' | 'order' | 'tooLong' | null {
  if (from === '' || to === '') return 'choose';
  if (to < from) return 'order';
  return (Date.parse(to) - Date.parse(from)) / DAY_MS >= most ? 'tooLong' : null;
}
