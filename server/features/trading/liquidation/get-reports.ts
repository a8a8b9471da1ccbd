import { Injectable } from '@nestjs/common';
import type { InsuranceFundView, LiquidationStepView } from '../../../contract/trading/liquidation.dto.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { ReadTape } from '../../markets/tape/index.js';
import { ReportsStore } from './reports.store.js';

/** The window of the tape shown with a step, before its first and after its last mark. */
const BEFORE_MS = 60_000;
const AFTER_MS = 10_000;
const DAYS = 90;

/** Liquidation reports of a user, and the public figures of the insurance fund. */
@Injectable()
export class GetReports {
  constructor(
    private readonly store: ReportsStore,
    private readonly readTape: ReadTape,
    private readonly catalog: MarketCatalog,
  ) {}

  /**
   * The liquidation steps of the user's position, each with its window of the tape; empty when it was never liquidated.
   */
  async steps(userId: string, positionId: string): Promise<LiquidationStepView[]> {
    const stored = await this.store.steps(userId, positionId);
    return Promise.all(
      stored.map(async ({ marketId, ...step }) => ({
        ...step,
        symbol: this.catalog.byId(marketId)?.symbol ?? '',
        tape: await this.readTape.slice(marketId, step.markBeforeAt - BEFORE_MS, step.markAt + AFTER_MS),
      })),
    );
  }

  insurance(): Promise<InsuranceFundView[]> {
    return this.store.insurance(DAYS);
  }
}
