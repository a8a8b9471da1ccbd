import type { Recording } from './recording.js';

/** The settings with which the product takes its prices and its time from a replay at this `http://` address. */
export function replayEnvironment(venue: Recording['venue'], address: string): Record<string, string> {
  const stream = address.replace(/^http/, 'ws');
  const clock = { CLOCK_URL: `${address}/v5/market/time` };
  if (venue === 'bybit') return { FEED: 'bybit', BYBIT_STREAM_URL: stream, BYBIT_REST_URL: address, ...clock };
  if (venue === 'okx') return { FEED: 'okx', OKX_STREAM_URL: stream, OKX_REST_URL: address, ...clock };
  return {
    FEED: 'binance',
    BINANCE_SPOT_STREAM_URL: stream,
    BINANCE_SPOT_REST_URL: address,
    BINANCE_FUTURES_STREAM_URL: stream,
    BINANCE_FUTURES_REST_URL: address,
    ...clock,
  };
}
