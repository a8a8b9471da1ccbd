import { Module } from '@nestjs/common';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { BalancesModule } from '../../wallet/balances/index.js';
import { BuyTrustProduct } from './buy-trust-product.js';
import { ListTrust } from './list-trust.js';
import { PreviewTrustOrder } from './preview-trust-order.js';
import { QuoteRedemption } from './quote-redemption.js';
import { GetTrustReport } from './get-trust-report.js';
import { RedeemTrustOrder } from './redeem-trust-order.js';
import { SweepTrustOrders } from './sweep-trust-orders.js';
import './trust-invariants.js';
import './trust-lists.js';
import { TrustState } from './trust-state.js';
import { TrustController } from './trust.controller.js';
import { TrustJobs } from './trust.jobs.js';
import { TrustHistoryStore } from './trust-history.store.js';
import { TrustStore } from './trust.store.js';

@Module({
  imports: [LedgerModule, BalancesModule],
  controllers: [TrustController],
  providers: [
    TrustStore,
    TrustHistoryStore,
    TrustJobs,
    TrustState,
    SweepTrustOrders,
    BuyTrustProduct,
    PreviewTrustOrder,
    QuoteRedemption,
    RedeemTrustOrder,
    GetTrustReport,
    ListTrust,
  ],
  exports: [SweepTrustOrders],
})
export class TrustModule {}
