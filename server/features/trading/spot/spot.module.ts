import { Global, Module } from '@nestjs/common';
import { SpotFees } from '../../wallet/balances/index.js';
import { BalancesModule } from '../../wallet/balances/index.js';
import { QuotationsModule } from '../../markets/quotations/index.js';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { TakenDepthModule } from '../taken-depth/index.js';
import { ActivateSpotExits } from './activate-spot-exits.js';
import { AmendSpotOrder } from './amend-spot-order.js';
import { AmendSpotExit } from './amend-spot-exit.js';
import { AmendSpotStop } from './amend-spot-stop.js';
import { CancelSpotOrder } from './cancel-spot-order.js';
import { CancelSpotExit } from './cancel-spot-exit.js';
import { CancelSpotStop } from './cancel-spot-stop.js';
import { DraftSpotPair } from './draft-spot-pair.js';
import { DraftSpotStop } from './draft-spot-stop.js';
import { DraftStopAmendment } from './draft-stop-amendment.js';
import { ListSpotStops } from './list-spot-stops.js';
import { PlaceSpotPair } from './place-spot-pair.js';
import { PlaceSpotStop } from './place-spot-stop.js';
import { ReachSpotStops } from './reach-spot-stops.js';
import { SpotPairsController } from './spot-pairs.controller.js';
import { SpotStopAmendmentsController } from './spot-stop-amendments.controller.js';
import { SpotStopAmendmentsStore } from './spot-stop-amendments.store.js';
import { SpotStopsController } from './spot-stops.controller.js';
import { SpotStopsStore } from './spot-stops.store.js';
import { SweepSpotStops } from './sweep-spot-stops.js';
import { TriggerSpotStops } from './trigger-spot-stops.js';
import { WatchSpotStops } from './watch-spot-stops.js';
import { DraftAmendment } from './draft-amendment.js';
import { CheckSpotBalance } from './check-spot-balance.js';
import { ExpireSpotOrders } from './expire-spot-orders.js';
import { ExpireSpotStops } from './expire-spot-stops.js';
import { ListSpotOrders } from './list-spot-orders.js';
import { MatchSpotOrders } from './match-spot-orders.js';
import { PreviewAmendment } from './preview-amendment.js';
import { PreviewSpotOrder } from './preview-spot-order.js';
import { PriceSpotOrder } from './price-spot-order.js';
import { GetSpotDesk } from './get-spot-desk.js';
import { GetSpotFees } from './get-spot-fees.js';
import { GetTransactionDeal } from './get-transaction-deal.js';
import { ListTransactions } from './list-transactions.js';
import { TransactionListsController } from './transaction-lists.controller.js';
import { TransactionsController } from './transactions.controller.js';
import './spot-invariants.js';
import './spot-lists.js';
import { SpotAmendmentsController } from './spot-amendments.controller.js';
import { SpotAmendmentsStore } from './spot-amendments.store.js';
import { SpotExitsStore } from './spot-exits.store.js';
import { SpotExecutionsStore } from './spot-executions.store.js';
import { SpotOrdersController } from './spot-orders.controller.js';
import { SpotBooksStore } from './spot-books.store.js';
import { SpotState } from './spot-state.js';
import { SpotController } from './spot.controller.js';
import { SpotJobs } from './spot.jobs.js';
import { SpotHistoryStore } from './spot-history.store.js';
import { SpotMatchingStore } from './spot-matching.store.js';
import { SpotStore } from './spot.store.js';
import { SubmitSpotOrder } from './submit-spot-order.js';
import { WatchSpotExits } from './watch-spot-exits.js';
import { WatchSpotOrders } from './watch-spot-orders.js';

/** Global, because the wallet below asks what a trade costs. */
@Global()
@Module({
  imports: [BalancesModule, LedgerModule, MarketBoardModule, QuotationsModule, TakenDepthModule],
  controllers: [
    SpotController,
    SpotOrdersController,
    SpotAmendmentsController,
    SpotStopsController,
    SpotStopAmendmentsController,
    SpotPairsController,
    TransactionsController,
    TransactionListsController,
  ],
  providers: [
    SpotStore,
    SpotMatchingStore,
    SpotHistoryStore,
    SpotExecutionsStore,
    SpotExitsStore,
    ActivateSpotExits,
    SpotBooksStore,
    SpotState,
    SpotJobs,
    PriceSpotOrder,
    PreviewSpotOrder,
    SubmitSpotOrder,
    CancelSpotOrder,
    SpotAmendmentsStore,
    DraftAmendment,
    AmendSpotOrder,
    PreviewAmendment,
    ExpireSpotOrders,
    ExpireSpotStops,
    CheckSpotBalance,
    SpotStopsStore,
    SpotStopAmendmentsStore,
    DraftStopAmendment,
    AmendSpotExit,
    AmendSpotStop,
    DraftSpotStop,
    DraftSpotPair,
    PlaceSpotPair,
    PlaceSpotStop,
    CancelSpotStop,
    CancelSpotExit,
    ListSpotStops,
    TriggerSpotStops,
    WatchSpotStops,
    ReachSpotStops,
    SweepSpotStops,
    ListSpotOrders,
    GetTransactionDeal,
    ListTransactions,
    GetSpotDesk,
    GetSpotFees,
    { provide: SpotFees, useExisting: GetSpotFees },
    MatchSpotOrders,
    WatchSpotOrders,
    WatchSpotExits,
  ],
  exports: [SpotFees, CancelSpotOrder, CancelSpotStop],
})
export class SpotModule {}
