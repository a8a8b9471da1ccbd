import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { MarketStatus } from '../../../contract/markets/markets.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { type HealthPart, HealthRegistry } from '../../../platform/health/health.registry.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { MarketBoard } from './market-board.js';
import { MarketCatalog } from './market-catalog.js';

const STATUSES: readonly MarketStatus[] = ['live', 'stale', 'closed', 'halted'];

/** Says how the prices are, in the readiness check and in the figures: statuses, and the age of every price. */
@Injectable()
export class MarketHealth implements OnModuleInit {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly board: MarketBoard,
    private readonly clock: Clock,
    private readonly health: HealthRegistry,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.health.part('markets', () => this.state());
    this.metrics.beforeReading(() => this.measure());
  }

  /** Stale prices degrade the product; they are no reason to take a process out, for its neighbour has the same. */
  private state(): HealthPart {
    const detail = { live: 0, stale: 0, closed: 0, halted: 0 };
    for (const { symbol } of this.catalog.all()) detail[this.row(symbol)?.status ?? 'stale']++;
    return { state: detail.stale === 0 && !this.board.unfed ? 'ok' : 'degraded', detail };
  }

  private measure(): void {
    const now = this.clock.now();
    for (const { symbol } of this.catalog.all()) {
      const row = this.row(symbol);
      if (row?.pricedAt != null) this.metrics.priceAgeSeconds.set({ symbol }, (now - row.pricedAt) / 1000);
      for (const status of STATUSES) this.metrics.marketStatus.set({ symbol, status }, row?.status === status ? 1 : 0);
    }
  }

  private row(symbol: string) {
    return this.board.ticker(symbol, this.clock.now());
  }
}
