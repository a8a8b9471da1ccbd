import { keyOf, random, Wave, wave } from './noise.js';

const { floor, max, min, sqrt, exp, log } = Math;

export const MINUTE_MS = 60_000;

/** Octaves of the wandering: periods of 2 minutes to 364 days, doubling. */
const OCTAVES = 18;
/** Octaves up to about an hour are louder in wild times and quieter in calm ones. */
const LONGEST_CLUSTERED_PERIOD = 64;
/** From here on octaves grow no more, so that a price stays in sight of its start over the years. */
const LOUDEST_PERIOD = 2 ** 15;
const JUMP_CELL = 6 * 60;
const JUMP_LIFE = 48 * 60;

/** One minute of a path, in logarithms of the price over its start. */
export interface MinuteShape {
  minute: number;
  /** At the minute's beginning and end. */
  from: number;
  to: number;
  high: number;
  low: number;
  /** When the extremes are reached, as fractions of the minute. */
  highAt: number;
  lowAt: number;
  /** Standard deviation of the minute's own movement. */
  deviation: number;
}

/**
 * The price of one thing as a pure function of time: octaves of noise whose amplitude grows with the root of their
 * period wander like a random walk, louder and quieter in clusters, with jumps that fade. Any instant can be asked
 * for, in any order.
 */
export class PricePath {
  private readonly key: number;
  private readonly perMinute: number;
  private readonly octaves: { wave: Wave; offset: number; period: number; amplitude: number }[] = [];
  private readonly unrest: [Wave, Wave];
  private readonly recent: (MinuteShape | undefined)[] = [];

  /** @param dailyDeviation standard deviation of a day's logarithmic return, for example 0.025. */
  constructor(
    seed: string,
    symbol: string,
    private readonly dailyDeviation: number,
  ) {
    this.key = keyOf(`${seed}/${symbol}`);
    this.perMinute = dailyDeviation / sqrt(24 * 60);
    this.unrest = [new Wave(this.key, 101), new Wave(this.key, 102)];
    for (let octave = 0; octave < OCTAVES; octave += 1) {
      const period = 2 ** (octave + 1);
      this.octaves.push({
        wave: new Wave(this.key, octave),
        offset: random(this.key, octave, 100),
        period,
        amplitude: (this.perMinute / 1.2) * sqrt(min(period, LOUDEST_PERIOD)),
      });
    }
  }

  /** How wild the time is, about 1 on average. */
  wildness(minute: number): number {
    return exp(0.9 * this.unrest[0].at(minute / 90) + 0.6 * this.unrest[1].at(minute / 720) - 0.15);
  }

  /** The shape of a minute, counted from the Unix epoch. */
  shape(minute: number): MinuteShape {
    const slot = minute & 7;
    const known = this.recent[slot];
    if (known?.minute === minute) return known;
    const from = this.recent[(minute - 1) & 7];
    const fresh = this.draw(minute, from?.minute === minute - 1 ? from.to : this.level(minute));
    this.recent[slot] = fresh;
    return fresh;
  }

  /** The logarithm of price over start at a fraction of the minute; never outside the minute's low and high. */
  within(shape: MinuteShape, fraction: number): number {
    const { from, to, high, low, highAt, lowAt, minute, deviation } = shape;
    const first = min(highAt, lowAt);
    const second = max(highAt, lowAt);
    const [one, two] = highAt < lowAt ? [high, low] : [low, high];
    let level: number;
    if (fraction < first) level = from + ((one - from) * fraction) / first;
    else if (fraction < second) level = one + ((two - one) * (fraction - first)) / (second - first);
    else level = two + ((to - two) * (fraction - second)) / (1 - second);
    const tremble = 0.3 * deviation * wave(this.key, minute * 16 + fraction * 16, 103);
    return min(high, max(low, level + tremble));
  }

  /**
   * Between two levels a random walk reaches highs and lows whose distribution is known: for a bridge from a to b of
   * variance s², the maximum is (a + b + sqrt((a - b)² - 2 s² ln u)) / 2 with u uniform in (0, 1).
   */
  private draw(minute: number, from: number): MinuteShape {
    const to = this.level(minute + 1);
    const deviation = 0.7 * this.perMinute * this.wildness(minute);
    const reach = (stream: number) =>
      sqrt((from - to) ** 2 - 2 * deviation ** 2 * log(1 - 0.998 * random(this.key, minute, stream)));
    const highAt = 0.1 + 0.8 * random(this.key, minute, 106);
    const apart = 0.2 + 0.4 * random(this.key, minute, 107);
    return {
      minute,
      from,
      to,
      high: (from + to + reach(104)) / 2,
      low: (from + to - reach(105)) / 2,
      highAt,
      lowAt: highAt + apart < 0.95 ? highAt + apart : highAt - min(apart, highAt - 0.05),
      deviation,
    };
  }

  private level(minute: number): number {
    let quick = 0;
    let slow = 0;
    for (const { wave: octave, offset, period, amplitude } of this.octaves) {
      const value = amplitude * octave.at(minute / period + offset);
      if (period <= LONGEST_CLUSTERED_PERIOD) quick += value;
      else slow += value;
    }
    return quick * this.wildness(minute) + slow + this.jumps(minute);
  }

  /** News: now and then the price leaps by up to a day's usual movement, and the leap fades over two days. */
  private jumps(minute: number): number {
    let sum = 0;
    const last = floor(minute / JUMP_CELL);
    for (let cell = last - JUMP_LIFE / JUMP_CELL; cell <= last; cell += 1) {
      if (random(this.key, cell, 108) > 0.3) continue;
      const age = minute - floor((cell + random(this.key, cell, 109)) * JUMP_CELL);
      if (age <= 0 || age >= JUMP_LIFE) continue;
      const size = (random(this.key, cell, 110) * 2 - 1) * this.dailyDeviation;
      sum += size * (1 - age / JUMP_LIFE) ** 3;
    }
    return sum;
  }
}
