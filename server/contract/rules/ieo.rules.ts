/**
 * Rules of an IEO that server, page and verifier share: its steps, and how units are allotted. Units are whole coins.
 */

/** Where an application is. `missed`: its lot was not paid for in time. `cancelled`: the whole project was. */
export const IEO_STATES = [
  'committed',
  'failed',
  'allotted',
  'missed',
  'paid',
  'locked',
  'releasing',
  'cancelled',
] as const;
export type IeoState = (typeof IEO_STATES)[number];

export interface IeoStep {
  event: 'apply' | 'allot' | 'pay' | 'lapse' | 'list' | 'release' | 'cancel';
  by: 'user' | 'worker';
  from: IeoState | null;
  to: IeoState;
}

/** Every step there is; no application moves in another way. The database has the same table in `ieo_application_guard`. */
export const IEO_STEPS: readonly IeoStep[] = [
  { event: 'apply', by: 'user', from: null, to: 'committed' },
  { event: 'apply', by: 'user', from: 'committed', to: 'committed' },
  { event: 'allot', by: 'worker', from: 'committed', to: 'allotted' },
  { event: 'allot', by: 'worker', from: 'committed', to: 'failed' },
  { event: 'pay', by: 'user', from: 'allotted', to: 'paid' },
  { event: 'pay', by: 'user', from: 'paid', to: 'paid' },
  { event: 'lapse', by: 'worker', from: 'allotted', to: 'missed' },
  { event: 'lapse', by: 'worker', from: 'paid', to: 'paid' },
  { event: 'allot', by: 'worker', from: 'paid', to: 'paid' },
  { event: 'list', by: 'worker', from: 'paid', to: 'locked' },
  { event: 'release', by: 'worker', from: 'locked', to: 'releasing' },
  { event: 'release', by: 'worker', from: 'releasing', to: 'releasing' },
  { event: 'cancel', by: 'worker', from: 'committed', to: 'cancelled' },
  { event: 'cancel', by: 'worker', from: 'allotted', to: 'cancelled' },
  { event: 'cancel', by: 'worker', from: 'paid', to: 'cancelled' },
];

/** Whether the user may do this with an application that is there. */
export function mayUser(event: 'apply' | 'pay', state: IeoState): boolean {
  return IEO_STEPS.some((step) => step.by === 'user' && step.event === event && step.from === state);
}

/** The specification's status, 1 to 6. */
export const IEO_STATUS: Readonly<Record<IeoState, number>> = {
  committed: 1,
  failed: 2,
  missed: 2,
  cancelled: 2,
  allotted: 3,
  paid: 4,
  locked: 5,
  releasing: 6,
};

/** The specification's result of a subscription. */
export type IeoResult = 'success' | 'processing' | 'fail' | 'pending payment';

export function ieoResult(state: IeoState): IeoResult {
  if (state === 'committed') return 'processing';
  if (state === 'allotted') return 'pending payment';
  return IEO_STATUS[state] === 2 ? 'fail' : 'success';
}

/** The instants of a project, Unix milliseconds. */
export interface IeoDates {
  applyFrom: number;
  applyUntil: number;
  allotAt: number;
  payUntil: number;
  secondPayUntil: number;
  listAt: number;
  lockUntil: number;
}

export const IEO_DATES = [
  'applyFrom',
  'applyUntil',
  'allotAt',
  'payUntil',
  'secondPayUntil',
  'listAt',
  'lockUntil',
] as const satisfies readonly (keyof IeoDates)[];

/**
 * How long each date is after the one before it at least, in milliseconds; the first one after the sale is proposed. So that
 * whoever is asleep or at work can read, apply and pay, and whoever doubts an allotment can look at it before anything is paid.
 */
export type IeoSpans = Readonly<Record<keyof IeoDates, number>>;

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

export const IEO_SPANS: IeoSpans = {
  applyFrom: HOUR_MS,
  applyUntil: 24 * HOUR_MS,
  // The hour that it is drawn by begins within an hour, and is sealed a minute after its end.
  allotAt: 3 * HOUR_MS,
  payUntil: 24 * HOUR_MS,
  secondPayUntil: 24 * HOUR_MS,
  listAt: HOUR_MS,
  lockUntil: 24 * HOUR_MS,
};

/** For tests and demonstrations: long enough for whoever is watching. */
export const IEO_SPANS_SHORT: IeoSpans = {
  applyFrom: SECOND_MS,
  applyUntil: 60 * SECOND_MS,
  allotAt: SECOND_MS,
  payUntil: 60 * SECOND_MS,
  secondPayUntil: 60 * SECOND_MS,
  listAt: SECOND_MS,
  lockUntil: 0,
};

/** The first date that comes too soon after the one before it, and after how many milliseconds it may; null: none does. */
export function wrongDate(
  dates: IeoDates,
  { now, spans }: { now: number; spans: IeoSpans },
): { name: keyof IeoDates; span: number } | null {
  let before = now;
  for (const name of IEO_DATES) {
    const span = spans[name];
    if (dates[name] < before + span) return { name, span };
    before = dates[name];
  }
  return null;
}

/** `24 h`, `1 min`, `1 s`: how a span is told. */
export function spanText(ms: number): string {
  if (ms % HOUR_MS === 0) return `${ms / HOUR_MS} h`;
  return ms % (60 * SECOND_MS) === 0 ? `${ms / (60 * SECOND_MS)} min` : `${Math.ceil(ms / SECOND_MS)} s`;
}

export const IEO_PHASES = [
  'announced',
  'applying',
  'allotting',
  'paying',
  'second',
  'listing',
  'listed',
  'cancelled',
] as const;
/** What a project is at. `second`: the lots that were not paid for are offered again. */
export type IeoPhase = (typeof IEO_PHASES)[number];

/** One who wants units. */
export interface Wish {
  /** What it is shared out by: the units that were applied for. */
  weight: bigint;
  /** Never more than this: the least of what was applied for and the cap. */
  limit: bigint;
  /** Decides between equal remainders: the smaller one first. No two are the same. Asked only where that is needed. */
  order(): string;
}

/**
 * Shares out `supply` units in proportion to the weights: whoever would get more than the own limit gets the limit, and
 * the rest is shared out among the others in the same way until nobody would. Fractions are cut, and what that leaves goes
 * one by one to the largest remainders, then by `order`.
 * @returns units in the order of the wishes; together the least of the supply and all limits.
 */
export function allot(wishes: readonly Wish[], supply: bigint): bigint[] {
  const units = wishes.map(() => 0n);
  // Who reaches the own limit first comes first: the smallest part of the weight that is allowed.
  const wanting = wishes.map((_, place) => place).filter((place) => (wishes[place] as Wish).limit > 0n);
  wanting.sort((one, other) => compare(at(one).limit * at(other).weight, at(other).limit * at(one).weight));
  let left = supply;
  let weight = wanting.reduce((sum, place) => sum + at(place).weight, 0n);
  let full = 0;
  for (const place of wanting) {
    const wish = at(place);
    if (left * wish.weight < wish.limit * weight) break;
    units[place] = wish.limit;
    left -= wish.limit;
    weight -= wish.weight;
    full += 1;
  }
  const rest = wanting.slice(full);
  if (rest.length > 0) shareOut(rest, left, weight);
  return units;

  function at(place: number): Wish {
    return wishes[place] as Wish;
  }

  function shareOut(places: readonly number[], supplied: bigint, weights: bigint): void {
    const remainders = new Map<number, bigint>();
    let over = supplied;
    for (const place of places) {
      const exact = supplied * at(place).weight;
      const whole = exact / weights;
      units[place] = whole;
      remainders.set(place, exact - whole * weights);
      over -= whole;
    }
    // Nobody here reaches the limit, so that each has room for one more.
    for (const place of firstOf(places, remainders, Number(over))) units[place] = (units[place] ?? 0n) + 1n;
  }

  /** So many with the largest remainders. Only those who share the last one that counts are put in their order. */
  function firstOf(places: readonly number[], remainders: Map<number, bigint>, count: number): number[] {
    if (count === 0) return [];
    const remainder = (place: number): bigint => remainders.get(place) ?? 0n;
    const sorted = [...places].sort((one, other) => compare(remainder(other), remainder(one)));
    const last = remainder(sorted[count - 1] as number);
    const before = sorted.filter((place) => remainder(place) > last);
    const equals = sorted
      .filter((place) => remainder(place) === last)
      .map((place) => ({ place, order: at(place).order() }));
    equals.sort((one, other) => (one.order < other.order ? -1 : 1));
    return [...before, ...equals.slice(0, count - before.length).map(({ place }) => place)];
  }
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** How many units are free after so many parts of the schedule; all after the last. */
export function releasedUnits(units: bigint, parts: number, done: number): bigint {
  return (units * BigInt(done)) / BigInt(parts);
}

const DAY_MS = 86_400_000;

/** When a part is released, from 1, Unix milliseconds: on its day, and never before the listing (null: there was none yet). */
export function releaseAt(lockUntil: number, everyDays: number, part: number, listedAt: number | null): number {
  return Math.max(lockUntil + (part - 1) * everyDays * DAY_MS, listedAt ?? 0);
}

/** How long after its date a listing may come. */
export const LISTING_GRACE_DAYS = 30;

/** At this instant a sale that nobody listed gives everything back, by itself. */
export function listingDeadline(listAt: number): number {
  return listAt + LISTING_GRACE_DAYS * DAY_MS;
}
