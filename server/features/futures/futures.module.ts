import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/index.js';
import { MarketsModule } from '../markets/index.js';
import { WalletModule } from '../wallet/index.js';
import { AddMargin } from './add-margin.js';
import { CancelOrder } from './cancel-order.js';
import { CheckStops } from './check-stops.js';
import { ClosePositions } from './close-positions.js';
import { FuturesCatalog } from './futures-catalog.js';
import './futures-invariants.js';
import { FuturesController } from './futures.controller.js';
import { FuturesState } from './futures-state.js';
import { FuturesStore } from './futures.store.js';
import { ListFutures } from './list-futures.js';
import { MovesStore } from './moves.store.js';
import { PositionsStore } from './positions.store.js';
import { PreferMarginMode } from './prefer-margin-mode.js';
import { PreviewFutures } from './preview-futures.js';
import { PreviewStops } from './preview-stops.js';
import { ProductsStore } from './products.store.js';
import { QuoteOrder } from './quote-order.js';
import { ReadAccount } from './read-account.js';
import { SetStops, StopsParts } from './set-stops.js';
import { SubmitOrder, SubmitSettings } from './submit-order.js';

@Module({
  imports: [LedgerModule, MarketsModule, WalletModule],
  controllers: [FuturesController],
  providers: [
    FuturesStore,
    PositionsStore,
    ProductsStore,
    MovesStore,
    FuturesCatalog,
    ReadAccount,
    QuoteOrder,
    CheckStops,
    SubmitSettings,
    SubmitOrder,
    CancelOrder,
    ClosePositions,
    StopsParts,
    SetStops,
    AddMargin,
    PreviewFutures,
    PreviewStops,
    PreferMarginMode,
    ListFutures,
    FuturesState,
  ],
  exports: [
    AddMargin,
    CancelOrder,
    ClosePositions,
    FuturesCatalog,
    ListFutures,
    MovesStore,
    PositionsStore,
    ReadAccount,
    SetStops,
    SubmitOrder,
  ],
})
export class FuturesModule {}
