import { Module } from '@nestjs/common';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { TakenDepthModule } from '../taken-depth/index.js';
import { FuturesModule } from '../futures/index.js';
import { FuturesIndexModule } from '../futures-index/index.js';
import { ClosingOrdersStore } from './closing-orders.store.js';
import { FillClosings } from './fill-closings.js';
import { FillOrders } from './fill-orders.js';
import { FuturesTriggersController } from './futures-triggers.controller.js';
import { FuturesTriggersJobs } from './futures-triggers.jobs.js';
import { FuturesTriggersStore } from './futures-triggers.store.js';
import { JudgeStopTape } from './judge-stop-tape.js';
import { ListClosingAmendments } from './list-closing-amendments.js';
import { ListEndedClosings } from './list-ended-closings.js';
import { ListStopReceipts } from './list-stop-receipts.js';
import { PendingOrdersStore } from './pending-orders.store.js';
import { ReachStops } from './reach-stops.js';
import { RetryStops } from './retry-stops.js';
import { StopReceiptsStore } from './stop-receipts.store.js';
import { StopTapeStore } from './stop-tape.store.js';
import { SweepTriggers } from './sweep-triggers.js';
import { TriggerStops } from './trigger-stops.js';
import { WatchClosings } from './watch-closings.js';
import { WatchOrders } from './watch-orders.js';
import { WriteTriggers } from './write-triggers.js';

const stores = [FuturesTriggersStore, PendingOrdersStore, ClosingOrdersStore, StopReceiptsStore, StopTapeStore];
const triggers = [
  WriteTriggers,
  FillOrders,
  FillClosings,
  TriggerStops,
  RetryStops,
  JudgeStopTape,
  ReachStops,
  WatchOrders,
  WatchClosings,
  SweepTriggers,
];

@Module({
  imports: [FuturesModule, FuturesIndexModule, MarketBoardModule, TakenDepthModule],
  controllers: [FuturesTriggersController],
  providers: [...stores, ...triggers, ListStopReceipts, ListEndedClosings, ListClosingAmendments, FuturesTriggersJobs],
})
export class FuturesTriggersModule {}
