import { Module } from '@nestjs/common';
import { FuturesModule } from '../futures/index.js';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { TapeModule } from '../../markets/tape/index.js';
import { FuturesIndexModule } from '../futures-index/index.js';
import { ActOnMargins } from './act-on-margins.js';
import { CheckMargins } from './check-margins.js';
import './liquidation-invariants.js';
import { LiquidationController } from './liquidation.controller.js';
import { LiquidationStore } from './liquidation.store.js';
import { ReachedMargins } from './reached-margins.js';
import { GetReports } from './get-reports.js';
import { ReportsStore } from './reports.store.js';
import { WatchMargins } from './watch-margins.js';

const stores = [LiquidationStore, ReportsStore];
const margins = [ReachedMargins, ActOnMargins, CheckMargins, WatchMargins];

@Module({
  imports: [FuturesModule, LedgerModule, MarketBoardModule, FuturesIndexModule, TapeModule],
  controllers: [LiquidationController],
  providers: [...stores, ...margins, GetReports],
})
export class LiquidationModule {}
