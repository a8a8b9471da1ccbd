import { assertWithin, reachOf } from './reach.js';

const PROVIDERS = [
  'BYBIT_STREAM_URL',
  'BYBIT_REST_URL',
  'BINANCE_SPOT_STREAM_URL',
  'BINANCE_SPOT_REST_URL',
  'BINANCE_FUTURES_STREAM_URL',
  'BINANCE_FUTURES_REST_URL',
  'OKX_STREAM_URL',
  'OKX_REST_URL',
  'SMS_URL',
] as const;

type Addresses = Record<(typeof PROVIDERS)[number], string> & Parameters<typeof reachOf>[0];

/**
 * A number in the place of a name is looked up by nobody, so it is judged here; names are when they are looked up.
 * @throws Error naming the first setting that leads where providers may not be; the process must not start then.
 */
export function assertProvidersWithin(values: Addresses): void {
  for (const name of PROVIDERS) {
    if (values[name] === '') continue;
    try {
      assertWithin(new URL(values[name]), reachOf(values));
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : 'no address';
      throw new Error(`Configuration is not usable. ${name}: ${why}`, { cause });
    }
  }
}
