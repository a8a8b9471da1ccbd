import { Module } from '@nestjs/common';
import { FuturesModule } from '../futures/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { TakenDepthModule } from '../taken-depth/index.js';
import { AddMargin } from './add-margin.js';
import { CancelOrder } from './cancel-order.js';
import { CheckStops } from './check-stops.js';
import { ClosePositions } from './close-positions.js';
import { ClosingOrders } from './closing-orders.js';
import { DraftStops } from './draft-stops.js';
import { FuturesStore } from './futures.store.js';
import { PreviewFutures } from './preview-futures.js';
import { PreviewStops } from './preview-stops.js';
import { PreviewsController } from './previews.controller.js';
import { QuoteOrder } from './quote-order.js';
import { SetStops } from './set-stops.js';
import { SubmitOrder, OrderLimits } from './submit-order.js';

@Module({
  imports: [FuturesModule, MarketBoardModule, TakenDepthModule],
  controllers: [PreviewsController],
  providers: [
    FuturesStore,
    QuoteOrder,
    CheckStops,
    OrderLimits,
    SubmitOrder,
    CancelOrder,
    ClosePositions,
    ClosingOrders,
    DraftStops,
    SetStops,
    AddMargin,
    PreviewFutures,
    PreviewStops,
  ],
  exports: [AddMargin, CancelOrder, ClosePositions, ClosingOrders, SetStops, SubmitOrder],
})
export class FuturesOrdersModule {}
