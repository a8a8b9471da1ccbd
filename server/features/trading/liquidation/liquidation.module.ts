import { Module } from '@nestjs/common';
import { FuturesModule } from '../futures/index.js';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { TapeModule } from '../../markets/tape/index.js';
import { FuturesIndexModule } from '../futures-index/index.js';
import { ActOnMargins } from './act-on-margins.js';
import { CheckMargins } from './check-margins.js';
import { CountGoneMarkets } from './count-gone-markets.js';
import { DueMarginsStore } from './due-margins.store.js';
import { FindDueMargins } from './find-due-margins.js';
import './liquidation-invariants.js';
import './liquidation-lists.js';
import { LiquidationController } from './liquidation.controller.js';
import { LiquidationJobs } from './liquidation.jobs.js';
import { LiquidationStore } from './liquidation.store.js';
import { MissedMargins } from './missed-margins.js';
import { ReachedMargins } from './reached-margins.js';
import { GetReports } from './get-reports.js';
import { ReportsStore } from './reports.store.js';
import { SweepMargins } from './sweep-margins.js';
import { WatchMargins } from './watch-margins.js';

const stores = [LiquidationStore, ReportsStore, DueMarginsStore];
const margins = [ReachedMargins, ActOnMargins, CheckMargins, WatchMargins];
const sweep = [CountGoneMarkets, FindDueMargins, MissedMargins, SweepMargins, LiquidationJobs];

@Module({
  imports: [FuturesModule, LedgerModule, MarketBoardModule, FuturesIndexModule, TapeModule],
  controllers: [LiquidationController],
  providers: [...stores, ...margins, ...sweep, GetReports],
  exports: [GetReports],
})
export class LiquidationModule {}
