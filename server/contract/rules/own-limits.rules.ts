/** What somebody may set a limit to. Time is in minutes, all else in USDT. */
export const LIMIT_KINDS = ['deposit', 'loss', 'stake', 'time'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** Breaks by their names, with their hours: six months are 183 days, a year 366, five years 1827. */
export const BREAK_HOURS = {
  '1-day': 24,
  '7-days': 168,
  '30-days': 720,
  '6-months': 4392,
  '1-year': 8784,
  '5-years': 43_848,
} as const;
export type BreakSpan = keyof typeof BREAK_HOURS;
export const COOL_OFFS = ['1-day', '7-days', '30-days'] as const satisfies readonly BreakSpan[];
export const EXCLUSIONS = ['6-months', '1-year', '5-years'] as const satisfies readonly BreakSpan[];
export const BREAK_SPANS: readonly BreakSpan[] = [...COOL_OFFS, ...EXCLUSIONS];

export type BreakKind = 'cool-off' | 'exclusion';

export function breakKind(span: BreakSpan): BreakKind {
  return COOL_OFFS.some((each) => each === span) ? 'cool-off' : 'exclusion';
}

/** Minutes between two checks of reality. */
export const CHECK_MINUTES = [15, 30, 60, 120] as const;

/** Decimals of an amount of a limit in USDT; minutes have none. */
export const LIMIT_DECIMALS = 2;
/** A day has no more. */
export const TIME_MOST_MINUTES = 1439;

/** The periods of a kind: a time is of a day. */
export function periodsOf(kind: LimitKind): readonly LimitPeriod[] {
  return kind === 'time' ? ['day'] : LIMIT_PERIODS;
}

/** Each limit that there can be. */
export const LIMITS: readonly { kind: LimitKind; period: LimitPeriod }[] = LIMIT_KINDS.flatMap((kind) =>
  periodsOf(kind).map((period) => ({ kind, period })),
);
