import type { MarketStatus } from '../../../contract/markets/markets.dto.js';
import type { Metrics } from '../../../platform/metrics/metrics.js';
import type { PriceEngine } from '../prices/index.js';

const STATUSES: MarketStatus[] = ['live', 'stale', 'closed', 'halted'];

/** Shows the state of every market at `/metrics`. */
export function reportPrices(engine: PriceEngine, metrics: Metrics, now: number): void {
  for (const { ticker } of engine.all()) {
    if (!ticker) continue;
    const { symbol, pricedAt } = ticker;
    if (pricedAt !== null) metrics.priceAgeSeconds.set({ symbol }, Math.max(0, now - pricedAt) / 1000);
    for (const status of STATUSES) metrics.marketStatus.set({ symbol, status }, ticker.status === status ? 1 : 0);
    // A closed session has no index, and nothing is wrong with that.
    const sound = ticker.indexState === 'ok' || ticker.status === 'closed';
    metrics.indexDegraded.set({ symbol }, sound ? 0 : 1);
  }
}
