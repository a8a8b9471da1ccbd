import {
  type PartState,
  type SeenState,
  UNSEEN_AFTER_SECONDS,
  worstState,
} from '../../../contract/rules/service-status.rules.js';

/** From when until when a part was seen to be so. Unix milliseconds. */
export interface Span {
  state: PartState;
  beganAt: number;
  seenAt: number;
}

export interface DayBar {
  day: string;
  state: SeenState | null;
  available: number | null;
}

const DAY_MS = 86_400_000;
const FULL = 10_000;

/** How a part is now: as it was seen last, unless that is too long ago. */
export function stateNow(last: Span | undefined, now: number): SeenState {
  return last !== undefined && now - last.seenAt <= UNSEEN_AFTER_SECONDS * 1000 ? last.state : 'unknown';
}

/**
 * A bar for each of so many days of UTC, the last of which is not over. What nobody saw counts against the day; what is before the
 * first look of all counts as nothing, and a day that lies there has no figures.
 * @param spans of one part, ascending; they do not overlap.
 * @param firstAt when the part was first looked at; null: never.
 */
export function dayBars(spans: readonly Span[], firstAt: number | null, days: number, now: number): DayBar[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const last = spans.at(-1);
  // Until somebody should have looked again it is as it was.
  const isFollowed = stateNow(last, now) !== 'unknown';
  const until = (span: Span) => (span === last && isFollowed ? now : span.seenAt);
  return Array.from({ length: days }, (_nothing, place) => {
    const begin = today - (days - 1 - place) * DAY_MS;
    const from = Math.max(begin, firstAt ?? Infinity);
    const to = Math.min(begin + DAY_MS, now);
    const day = new Date(begin).toISOString().slice(0, 10);
    if (from >= to) return { day, state: null, available: null };
    const within = spans.flatMap((span) => {
      const length = Math.min(until(span), to) - Math.max(span.beganAt, from);
      return length > 0 ? [{ state: span.state, length }] : [];
    });
    const seen = sum(within.map(({ length }) => length));
    const works = sum(within.flatMap(({ state, length }) => (state === 'down' ? [] : [length])));
    const states: SeenState[] = within.map(({ state }) => state);
    if (seen < to - from) states.push('unknown');
    return { day, state: worstState(states), available: Math.floor((works * FULL) / (to - from)) };
  });
}

const sum = (lengths: number[]) => lengths.reduce((total, length) => total + length, 0);
