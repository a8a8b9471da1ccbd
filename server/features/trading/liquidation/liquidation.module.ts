import { Module } from '@nestjs/common';
import { FundingModule } from '../funding/index.js';
import { FuturesModule } from '../futures/index.js';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { TapeModule } from '../../markets/tape/index.js';
import { FuturesIndexModule } from '../futures-index/index.js';
import { ActOnMargins } from './act-on-margins.js';
import { CheckMargins } from './check-margins.js';
import { FillOrders, FillWork } from './fill-orders.js';
import { KeepFunding } from './keep-funding.js';
import './liquidation-invariants.js';
import { LiquidationController } from './liquidation.controller.js';
import { LiquidationJobs } from './liquidation.jobs.js';
import { LiquidationStore } from './liquidation.store.js';
import { PendingOrdersStore } from './pending-orders.store.js';
import { ReachedMargins } from './reached-margins.js';
import { GetReports } from './get-reports.js';
import { ReportsStore } from './reports.store.js';
import { TriggerStops } from './trigger-stops.js';
import { MarginWork, WatchMargins } from './watch-margins.js';
import { WatchOrders } from './watch-orders.js';

const stores = [LiquidationStore, PendingOrdersStore, ReportsStore];
const margins = [ReachedMargins, ActOnMargins, CheckMargins, MarginWork, WatchMargins];
const orders = [FillWork, FillOrders, TriggerStops, WatchOrders];

@Module({
  imports: [FundingModule, FuturesModule, LedgerModule, MarketBoardModule, FuturesIndexModule, TapeModule],
  controllers: [LiquidationController],
  providers: [...stores, ...margins, ...orders, KeepFunding, GetReports, LiquidationJobs],
})
export class LiquidationModule {}
