import { type DynamicModule, Module } from '@nestjs/common';
import { AccountModule } from './features/account/account.module.js';
import { AuditModule } from './features/audit/audit.module.js';
import { AccountStateModule } from './features/account-state/account-state.module.js';
import { AddressBookModule } from './features/address-book/address-book.module.js';
import { CandlesModule } from './features/candles/candles.module.js';
import { CodesModule } from './features/codes/codes.module.js';
import { DemoModule } from './features/demo/demo.module.js';
import { DepositsModule } from './features/deposits/deposits.module.js';
import { FuturesModule } from './features/futures/futures.module.js';
import { LedgerModule } from './features/ledger/ledger.module.js';
import { LeverModule } from './features/lever/lever.module.js';
import { LiquidationModule } from './features/liquidation/liquidation.module.js';
import { LosingAccountsModule } from './features/losing-accounts/losing-accounts.module.js';
import { MarketsModule } from './features/markets/markets.module.js';
import { NoticesModule } from './features/notices/notices.module.js';
import { OptionsModule } from './features/options/options.module.js';
import { OperationsModule } from './features/operations/operations.module.js';
import { OperatorsModule } from './features/operators/operators.module.js';
import { OptionSettlementModule } from './features/option-settlement/option-settlement.module.js';
import { PriceFeedModule } from './features/price-feed/price-feed.module.js';
import { QuotationsModule } from './features/quotations/quotations.module.js';
import { ReviewModule } from './features/review/review.module.js';
import { SecurityModule } from './features/security/security.module.js';
import { SessionsModule } from './features/sessions/sessions.module.js';
import { SpotModule } from './features/spot/spot.module.js';
import { StocksModule } from './features/stocks/stocks.module.js';
import { TapeModule } from './features/tape/tape.module.js';
import { TrustModule } from './features/trust/trust.module.js';
import { UploadsModule } from './features/uploads/uploads.module.js';
import { UsersModule } from './features/users/users.module.js';
import { VerificationModule } from './features/verification/verification.module.js';
import { WalletLoginModule } from './features/wallet-login/wallet-login.module.js';
import { WalletModule } from './features/wallet/wallet.module.js';
import { WithdrawalsModule } from './features/withdrawals/withdrawals.module.js';
import { ClockModule } from './platform/clock/clock.module.js';
import type { Configuration } from './platform/config/config.js';
import { ConfigModule } from './platform/config/config.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { IdempotencyModule } from './platform/idempotency/idempotency.module.js';
import { ImagesModule } from './platform/images/images.module.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { MessagesModule } from './platform/messages/messages.module.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { OutboxModule } from './platform/outbox/outbox.module.js';
import { RealtimeModule } from './platform/realtime/realtime.module.js';
import { RedisModule } from './platform/redis/redis.module.js';
import { StorageModule } from './platform/storage/storage.module.js';

/** The list of features, nothing else. */
@Module({})
export class AppModule {
  static with(configuration: Configuration): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(configuration),
        ClockModule,
        DatabaseModule,
        RedisModule,
        RealtimeModule,
        OutboxModule,
        MetricsModule,
        JobsModule,
        IdempotencyModule,
        StorageModule,
        ImagesModule,
        HttpModule,
        HealthModule,
        MessagesModule.with(configuration),
        UsersModule,
        NoticesModule,
        CodesModule,
        SessionsModule,
        SecurityModule,
        AccountModule,
        WalletLoginModule,
        MarketsModule,
        QuotationsModule,
        CandlesModule,
        TapeModule,
        PriceFeedModule,
        StocksModule,
        LedgerModule,
        AuditModule,
        OperatorsModule,
        UploadsModule,
        VerificationModule,
        WalletModule,
        DemoModule,
        AccountStateModule,
        DepositsModule,
        AddressBookModule,
        WithdrawalsModule,
        ReviewModule,
        OperationsModule,
        SpotModule,
        TrustModule,
        OptionSettlementModule,
        OptionsModule,
        FuturesModule,
        LeverModule,
        LiquidationModule,
        LosingAccountsModule,
      ],
    };
  }
}
