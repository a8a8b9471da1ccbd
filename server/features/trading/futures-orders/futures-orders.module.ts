import { Module } from '@nestjs/common';
import { FuturesModule } from '../futures/index.js';
import { FuturesIndexModule } from '../futures-index/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { TakenDepthModule } from '../taken-depth/index.js';
import { AddMargin } from './add-margin.js';
import { AmendOrder } from './amend-order.js';
import { CancelOrder } from './cancel-order.js';
import { CheckStops } from './check-stops.js';
import { ClosePositions } from './close-positions.js';
import { ClosingOrders } from './closing-orders.js';
import { DraftOrderAmendment } from './draft-order-amendment.js';
import { DraftStops } from './draft-stops.js';
import { FuturesStore } from './futures.store.js';
import { LossMarks } from './loss-marks.js';
import { PlaceOrder } from './place-order.js';
import { PreviewFutures } from './preview-futures.js';
import { PreviewOrderAmendment } from './preview-order-amendment.js';
import { PreviewReduce } from './preview-reduce.js';
import { PreviewReverse } from './preview-reverse.js';
import { PreviewStops } from './preview-stops.js';
import { PreviewsController } from './previews.controller.js';
import { QuoteClosing } from './quote-closing.js';
import { QuoteOrder } from './quote-order.js';
import { QuoteReduce } from './quote-reduce.js';
import { QuoteReverse } from './quote-reverse.js';
import { ReducePositions } from './reduce-positions.js';
import { ReversePosition } from './reverse-position.js';
import { SetStops } from './set-stops.js';
import { SubmitOrder, OrderLimits } from './submit-order.js';

@Module({
  imports: [FuturesModule, FuturesIndexModule, MarketBoardModule, TakenDepthModule],
  controllers: [PreviewsController],
  providers: [
    FuturesStore,
    QuoteOrder,
    QuoteClosing,
    QuoteReduce,
    QuoteReverse,
    CheckStops,
    OrderLimits,
    SubmitOrder,
    ReducePositions,
    PlaceOrder,
    ReversePosition,
    AmendOrder,
    CancelOrder,
    ClosePositions,
    ClosingOrders,
    DraftOrderAmendment,
    DraftStops,
    SetStops,
    LossMarks,
    AddMargin,
    PreviewFutures,
    PreviewStops,
    PreviewOrderAmendment,
    PreviewReduce,
    PreviewReverse,
  ],
  exports: [
    AddMargin,
    AmendOrder,
    CancelOrder,
    ClosePositions,
    ClosingOrders,
    PlaceOrder,
    ReversePosition,
    SetStops,
    SubmitOrder,
  ],
})
export class FuturesOrdersModule {}
