import { z } from 'zod';
import { flag } from './setting-kinds.js';

/** What can be set of prices: where they come from, what is kept of them, and what may be traded at them. */
export const marketSettings = {
  /**
   * Where prices come from. `auto`: the live venues; outside production, where simulated prices may move real money, the
   * simulation instead when none of them answers within 5 s of the start.
   */
  FEED: z.enum(['auto', 'live', 'bybit', 'binance', 'okx', 'simulated', 'none']).default('auto'),
  FEED_SEED: z.string().default('1'),
  /** How often the simulation hands on what has happened meanwhile. */
  SIMULATION_BEAT_MS: z.coerce.number().int().min(10).max(2000).default(50),
  /** How many days back the simulation has bars. Fewer leave the processor to others after a start: a year takes a while. */
  SIMULATION_HISTORY_DAYS: z.coerce.number().int().min(0).max(400).default(400),
  /** Whether simulated venues are silent or slow now and then, at instants of the seed. Without, nothing depends on the hour. */
  SIMULATION_MOODS: flag(true),
  /** Whether real money may trade on simulated prices. `auto`: only outside production. Demo money always may. */
  REAL_MONEY_ON_SIMULATED: z.enum(['auto', 'true', 'false']).default('auto'),
  /** Least time between dates of sales of new coins: `full`, or `short` for demonstrations, never in production. */
  SALE_SPANS: z.enum(['full', 'short']).default('full'),
  /** Days that the second-by-second record of index and mark is kept; its hourly roots are kept for ever. */
  TAPE_DAYS: z.coerce.number().int().min(2).max(3660).default(14),
  /** Highest leverage of a perpetual that is offered, whatever its list says; and to accounts younger than so many days. */
  FUTURES_LEVERAGE_MAX: z.coerce.number().int().min(1).max(125).default(20),
  FUTURES_NEW_LEVERAGE_MAX: z.coerce.number().int().min(1).max(125).default(10),
  FUTURES_NEW_ACCOUNT_DAYS: z.coerce.number().int().min(0).max(3660).default(60),
  BYBIT_STREAM_URL: z.url().default('wss://stream.bybit.com'),
  BYBIT_REST_URL: z.url().default('https://api.bybit.com'),
  BINANCE_SPOT_STREAM_URL: z.url().default('wss://stream.binance.com:9443'),
  BINANCE_SPOT_REST_URL: z.url().default('https://api.binance.com'),
  BINANCE_FUTURES_STREAM_URL: z.url().default('wss://fstream.binance.com'),
  BINANCE_FUTURES_REST_URL: z.url().default('https://fapi.binance.com'),
  OKX_STREAM_URL: z.url().default('wss://ws.okx.com:8443'),
  OKX_REST_URL: z.url().default('https://www.okx.com'),
  /** A venue-style server-time address that the product's clock follows (replays only). Empty: the system clock. */
  CLOCK_URL: z.string().default(''),
};
