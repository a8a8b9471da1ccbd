import { type DecimalText, isDecimalText, toUnits, UNIT } from '../../../contract/money.js';

/** Why a tick did not become a price. */
export type TickFault =
  | 'unreadable'
  | 'not-positive'
  | 'too-large'
  | 'too-old'
  | 'from-the-future'
  | 'out-of-order'
  | 'crossed'
  | 'out-of-band';

/** What a venue said about a price. Texts are as the venue sent them: anything may be in them. */
export interface Tick {
  /** The stream it came in; order is judged within one. */
  stream: 'trade' | 'ticker' | 'book';
  /** When it happened at the venue, Unix milliseconds. */
  at: number;
  price: unknown;
  bid?: unknown;
  ask?: unknown;
}

export type TickVerdict = { fault: null; price: bigint } | { fault: TickFault };

/** Whether a price may leave its band by staying away alone, or only where something else is. */
export type GuardKind = 'leads' | 'follows';

/** How firmly a source is at a price: not at all, for some ticks outside its band, or with a price that it was believed. */
export type Standing = 'away' | 'waiting' | 'there';

/** How firmly the other sources, taken together, are at (about) a price now. */
export type Elsewhere = (price: bigint) => Standing;

/** A tick older than this is not a price. */
const TICK_AGE_MAX_MS = 5000;
/** Nor is one that claims to be from further ahead than clocks differ. */
const TICK_AHEAD_MAX_MS = 5000;
/** A single source must stay at a level outside the band for this long before the level is believed. */
const MOVE_CONFIRMED_MS = 3000;
/** Two sources that wait outside their bands, both for at least this long, agree on a move: longer than a burst. */
const MOVE_AGREED_MS = 200;
/** Where a source was this long ago says nothing of where it is. */
const STANDING_MS = 3000;
/** Bad ticks in a row that halt a market. */
export const BAD_TICKS_MAX = 10;
/** A level outside the band that is not heard of again for this long is forgotten. */
const CANDIDATE_SILENCE_MS = 10_000;
const CANDIDATE_TICKS_MIN = 3;
/** The recent prices are a sample at most this often, so that a burst of trades does not become the median at once. */
const SAMPLE_EVERY_MS = 200;
const SAMPLES = 15;
/** Faults of content; the others say that the tick is of no use, not that its source is mad. */
const MAD = new Set<TickFault>(['unreadable', 'not-positive', 'too-large', 'crossed', 'out-of-band']);
/**
 * What one trade may be of, and worth, and a minute altogether: more than there is of nearly any coin, and so little that the
 * bar of a month of such minutes still has no more than the twenty digits before the point that are stored.
 */
const AMOUNT_MAX = 10n ** 15n * UNIT;
/** Ten times what the largest venues do in their wildest minutes. */
const TRADES_A_MINUTE_MAX = 1_000_000;
const A_MINUTE_MS = 60_000;

/** A level outside the band that has been the only one since, and how often it was heard. */
interface Candidate {
  price: bigint;
  since: number;
  heardAt: number;
  ticks: number;
}

/**
 * Judges the ticks of one instrument. A tick that is unreadable, zero or negative, older than 5 s or ahead of us,
 * out of order, crossed, or further than the band from the median of recent prices never becomes a price. A real move
 * out of the band is believed at once when another source has been believed there, after three ticks and 0.2 s of nothing
 * else when another source waits there just as long, and after three ticks and 3 s of nothing else by itself.
 */
export class TickGuard {
  private readonly lastAt = new Map<Tick['stream'], number>();
  private samples: bigint[] = [];
  private sampledAt = Number.NEGATIVE_INFINITY;
  private median: bigint | null = null;
  private candidate: Candidate | null = null;
  private madInRow = 0;
  private accepted: { price: bigint; at: number } | null = null;

  /** @param band largest believable distance from the median, as a fraction of it in whole 10^-18. */
  constructor(
    private readonly band: bigint,
    private readonly kind: GuardKind = 'leads',
  ) {}

  /** Whether so many bad ticks came in a row that the source is not to be trusted until a good one comes. */
  get distrusted(): boolean {
    return this.madInRow >= BAD_TICKS_MAX;
  }

  /** How firmly this source is at (about) the price: what other sources are told. One bad tick is nowhere. */
  standing(price: bigint, now: number): Standing {
    const { accepted, candidate } = this;
    if (accepted && now - accepted.at <= STANDING_MS && this.isNear(price, accepted.price)) return 'there';
    if (!candidate || now - candidate.heardAt > STANDING_MS || !this.isNear(price, candidate.price)) return 'away';
    return hasStood(candidate, candidate.heardAt, MOVE_AGREED_MS) ? 'waiting' : 'away';
  }

  /** @param elsewhere where the other sources are; asked only outside the band. */
  judge(tick: Tick, now: number, elsewhere: Elsewhere): TickVerdict {
    const price = positive(tick.price);
    const fault = typeof price === 'bigint' ? this.placeFault(tick, now) : price;
    if (fault !== null) return this.refuse(typeof fault === 'bigint' ? 'unreadable' : fault);
    const accepted = price as bigint;
    if (!this.isInPlace(accepted) && !this.isMove(accepted, now, elsewhere)) return this.refuse('out-of-band');
    // A tick from ahead of us must not make the next ones, rightly stamped, look late.
    this.lastAt.set(tick.stream, Math.min(tick.at, now));
    this.accept(accepted, now);
    return { fault: null, price: accepted };
  }

  /** Whether anything is known of where the price is. */
  get isPlaced(): boolean {
    return this.median !== null;
  }

  /** Whether the price is further than two bands from what was believed just now. */
  isFar(price: bigint, now: number): boolean {
    const { accepted } = this;
    if (accepted === null || now - accepted.at > STANDING_MS) return false;
    return distance(price, accepted.price) * UNIT > 2n * this.band * accepted.price;
  }

  /** Takes a price that is known from elsewhere, as after a start, for the middle of the band. */
  expect(price: bigint): void {
    if (this.median === null && price > 0n) this.median = price;
  }

  /** Whether two prices are within the band of each other. */
  isNear(one: bigint, other: bigint): boolean {
    return distance(one, other) * UNIT <= this.band * other;
  }

  /** What is wrong with the tick's place in time and with its two sides. */
  private placeFault(tick: Tick, now: number): TickFault | null {
    if (!Number.isFinite(tick.at)) return 'unreadable';
    if (now - tick.at > TICK_AGE_MAX_MS) return 'too-old';
    if (tick.at - now > TICK_AHEAD_MAX_MS) return 'from-the-future';
    if (tick.at < (this.lastAt.get(tick.stream) ?? Number.NEGATIVE_INFINITY)) return 'out-of-order';
    if (tick.bid === undefined || tick.ask === undefined) return null;
    const bid = positive(tick.bid);
    const ask = positive(tick.ask);
    if (typeof bid !== 'bigint') return bid;
    if (typeof ask !== 'bigint') return ask;
    return bid >= ask ? 'crossed' : null;
  }

  private isInBand(price: bigint): boolean {
    return this.median === null || this.isNear(price, this.median);
  }

  /** Whether the price is where this one has been; one that follows has been nowhere at first. */
  private isInPlace(price: bigint): boolean {
    return this.isInBand(price) && (this.median !== null || this.kind === 'leads');
  }

  /** Whether the level outside the band is where the market is. */
  private isMove(price: bigint, now: number, elsewhere: Elsewhere): boolean {
    if (this.kind === 'follows') return elsewhere(price) === 'there';
    const candidate = this.hear(price, now);
    const others = elsewhere(price);
    return others === 'there' || hasStood(candidate, now, others === 'waiting' ? MOVE_AGREED_MS : MOVE_CONFIRMED_MS);
  }

  /** Counts a tick to the level outside the band, or begins with another level. */
  private hear(price: bigint, now: number): Candidate {
    const { candidate } = this;
    const continues =
      candidate !== null && this.isNear(price, candidate.price) && now - candidate.heardAt <= CANDIDATE_SILENCE_MS;
    this.candidate = continues
      ? { ...candidate, heardAt: now, ticks: candidate.ticks + 1 }
      : { price, since: now, heardAt: now, ticks: 1 };
    return this.candidate;
  }

  private accept(price: bigint, now: number): void {
    if (!this.isInBand(price)) this.samples = [];
    this.accepted = { price, at: now };
    this.candidate = null;
    this.madInRow = 0;
    if (this.samples.length > 0 && now - this.sampledAt < SAMPLE_EVERY_MS) return;
    this.sampledAt = now;
    this.samples.push(price);
    if (this.samples.length > SAMPLES) this.samples.shift();
    this.median = medianOf(this.samples);
  }

  private refuse(fault: TickFault): TickVerdict {
    if (MAD.has(fault)) this.madInRow += 1;
    return { fault };
  }
}

function hasStood({ since, ticks }: Candidate, until: number, ms: number): boolean {
  return ticks >= CANDIDATE_TICKS_MIN && until - since >= ms;
}

/** A venue's bar as it was sent: anything may be in it. */
export interface SentBar {
  open: unknown;
  high: unknown;
  low: unknown;
  close: unknown;
  volume: unknown;
  quoteVolume: unknown;
  trades: unknown;
  closed: unknown;
}

/** Whether a trade of this price and quantity is of more, or worth more, than there can be. */
export function isTooLarge(price: bigint, quantity: bigint): boolean {
  return quantity > AMOUNT_MAX || price * quantity > AMOUNT_MAX * UNIT;
}

/**
 * What is wrong with a venue's own bar; null when it may stand in for ours.
 * @param length of its period, milliseconds.
 */
export function barFault(bar: SentBar, length: number): TickFault | null {
  const prices = [bar.open, bar.high, bar.low, bar.close].map(positive);
  const fault = prices.find((price) => typeof price === 'string');
  if (typeof fault === 'string') return fault;
  const { volume, quoteVolume, trades } = bar;
  if (!isSum(volume) || !isSum(quoteVolume)) return 'unreadable';
  if (typeof bar.closed !== 'boolean' || !isCount(trades)) return 'unreadable';
  const minutes = Math.ceil(length / A_MINUTE_MS);
  const most = AMOUNT_MAX * BigInt(minutes);
  if (toUnits(volume) > most || toUnits(quoteVolume) > most) return 'too-large';
  if (trades !== null && trades > TRADES_A_MINUTE_MAX * minutes) return 'too-large';
  const [open = 0n, high = 0n, low = 0n, close = 0n] = prices as bigint[];
  return low <= open && low <= close && open <= high && close <= high ? null : 'crossed';
}

/** Whether it is what was traded: zero or more. */
function isSum(sum: unknown): sum is DecimalText {
  return isDecimalText(sum) && !sum.startsWith('-');
}

/** Whether it is a number of trades, or nothing where the venue does not say it. */
function isCount(trades: unknown): trades is number | null {
  return trades === null || (Number.isSafeInteger(trades) && (trades as number) >= 0);
}

/** What is wrong with when a bar opens, by the length of its period and the span that it may be in; null when nothing is. */
export function barTimeFault(openAt: number, length: number, span: { from: number; to: number }): TickFault | null {
  if (!Number.isSafeInteger(openAt) || openAt % length !== 0) return 'unreadable';
  if (openAt < span.from) return 'too-old';
  return openAt < span.to ? null : 'from-the-future';
}

/** The span of a bar that a venue sends by itself: no later than its clock may be ahead of ours. */
export function liveSpan(now: number): { from: number; to: number } {
  return { from: 0, to: now + TICK_AHEAD_MAX_MS + 1 };
}

/** The middle one, or the mean of the two in the middle. */
export function medianOf(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0n;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0n) + upper) / 2n;
}

/** A positive price in whole 10^-18, or what is wrong with the text. */
function positive(text: unknown): bigint | 'unreadable' | 'not-positive' {
  if (!isDecimalText(text)) return 'unreadable';
  const units = toUnits(text);
  return units > 0n ? units : 'not-positive';
}

export function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one;
}
