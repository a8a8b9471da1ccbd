import { Module } from '@nestjs/common';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { AuditModule } from '../audit/index.js';
import { ListMarketProfit } from './list-market-profit.js';
import { MarketProfitStore } from './market-profit.store.js';
import { GetFeed } from './get-feed.js';
import { ProductStateController } from './product-state.controller.js';
import { ProductStateStore } from './product-state.store.js';
import { WeighExposure } from './weigh-exposure.js';

/** What the house stands in for, what it earned, and whether prices come: for the desk's overview. */
@Module({
  imports: [AuditModule, MarketBoardModule],
  controllers: [ProductStateController],
  providers: [ListMarketProfit, GetFeed, MarketProfitStore, ProductStateStore, WeighExposure],
})
export class ProductStateModule {}
