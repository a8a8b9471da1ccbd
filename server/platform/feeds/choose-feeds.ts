import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Config, mayTurnToSimulation } from '../config/config.js';
import { type Reach, reachOf } from '../outside/reach.js';
import { BinanceFeed } from './binance/binance.feed.js';
import { BybitFeed } from './bybit/bybit.feed.js';
import type { Feed } from './feed.js';
import { OkxFeed } from './okx/okx.feed.js';
import { SimulatedFeed } from './simulated/simulated.feed.js';
import type { SimulatedInstrument } from './simulated/simulated-instruments.js';

/** Where `auto` may simulate, it waits this long for a venue to answer. */
const PROBE_MS = 5000;

export interface ChosenFeeds {
  /** Not started. The simulation is among them also beside live venues, for what no venue is connected for. */
  feeds: Feed[];
  /** What the venues' prices are; prices of a simulated feed are simulated whatever stands here. */
  origin: 'live' | 'simulated' | 'recorded';
}

/** Decides, from the FEED setting and from who answers, where prices come from. */
@Injectable()
export class FeedFactory {
  /** What `auto` found out; kept for the life of the process, because prices of one origin do not go on as another's. */
  private isAnswered: boolean | null = null;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * @param played everything that the simulation can be asked to play; empty where nothing may be invented.
   * `none` gives no feed at all. Takes up to 5 s with `auto`, and never throws.
   * Venues are given whether they answer or not: their markets are stale until they do, each connection on its own.
   */
  async choose(played: SimulatedInstrument[]): Promise<ChosenFeeds> {
    const { FEED, FEED_SEED, CLOCK_URL, SIMULATION_BEAT_MS, SIMULATION_HISTORY_DAYS, SIMULATION_MOODS } =
      this.config.values;
    if (FEED === 'none') return { feeds: [], origin: 'simulated' };
    const size = { beatMs: SIMULATION_BEAT_MS, historyDays: SIMULATION_HISTORY_DAYS, moods: SIMULATION_MOODS };
    const simulation = played.length > 0 ? [new SimulatedFeed(played, FEED_SEED, this.clock, size)] : [];
    const venues = await this.venues();
    if (venues.length === 0) return { feeds: simulation, origin: 'simulated' };
    // A clock that follows a venue means that the venue is a replay.
    return { feeds: [...venues, ...simulation], origin: CLOCK_URL ? 'recorded' : 'live' };
  }

  private async venues(): Promise<Feed[]> {
    const { FEED } = this.config.values;
    if (FEED === 'simulated') return [];
    if (FEED === 'bybit') return [this.bybit()];
    if (FEED === 'binance') return [this.binance()];
    if (FEED === 'okx') return [this.okx()];
    const all = [this.bybit(), this.binance(), this.okx()];
    // Whoever has positions must not wake up in an invented market: where that is no play money, markets wait.
    if (!mayTurnToSimulation(this.config.values)) return all;
    this.isAnswered ??= await anyAnswers(all);
    return this.isAnswered ? all : [];
  }

  private bybit(): BybitFeed {
    const { BYBIT_STREAM_URL, BYBIT_REST_URL } = this.config.values;
    return new BybitFeed({ streamUrl: BYBIT_STREAM_URL, restUrl: BYBIT_REST_URL, ...this.usual() });
  }

  private okx(): OkxFeed {
    const { OKX_STREAM_URL, OKX_REST_URL } = this.config.values;
    return new OkxFeed({ streamUrl: OKX_STREAM_URL, restUrl: OKX_REST_URL, ...this.usual() });
  }

  private binance(): BinanceFeed {
    const { values } = this.config;
    return new BinanceFeed({
      spotStreamUrl: values.BINANCE_SPOT_STREAM_URL,
      spotRestUrl: values.BINANCE_SPOT_REST_URL,
      futuresStreamUrl: values.BINANCE_FUTURES_STREAM_URL,
      futuresRestUrl: values.BINANCE_FUTURES_REST_URL,
      ...this.usual(),
    });
  }

  private usual(): { clock: Clock; connection: { reach: Reach } } {
    return { clock: this.clock, connection: { reach: reachOf(this.config.values) } };
  }
}

/** Whether at least one answers in time; the first yes is enough. */
async function anyAnswers(feeds: Feed[]): Promise<boolean> {
  const yes = feeds.map(async (feed) => {
    if (!(await feed.probe(PROBE_MS))) throw new Error(`${feed.venue} does not answer`);
    return true;
  });
  return Promise.any(yes).catch(() => false);
}
