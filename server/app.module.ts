import { type DynamicModule, Module } from '@nestjs/common';
import { ListingModule } from './features/markets/listing/index.js';
import { LoginModule } from './features/account/login/login.module.js';
import { ProfileModule } from './features/account/profile/profile.module.js';
import { AuditModule } from './features/operations/audit/audit.module.js';
import { DeskFilesModule } from './features/operations/desk-files/desk-files.module.js';
import { AccountStateModule } from './features/account/account-state/account-state.module.js';
import { AddressBookModule } from './features/wallet/address-book/address-book.module.js';
import { CandlesModule } from './features/markets/candles/candles.module.js';
import { CodesModule } from './features/account/codes/codes.module.js';
import { DemoModule } from './features/wallet/demo/demo.module.js';
import { CountryRulesModule } from './features/wallet/country-rules/country-rules.module.js';
import { OwnLimitsModule } from './features/wallet/own-limits/own-limits.module.js';
import { DepositsModule } from './features/wallet/deposits/deposits.module.js';
import { FundingModule } from './features/trading/funding/index.js';
import { FuturesModule } from './features/trading/futures/futures.module.js';
import { FuturesTriggersModule } from './features/trading/futures-triggers/futures-triggers.module.js';
import { LedgerModule } from './features/wallet/ledger/ledger.module.js';
import { IeoModule } from './features/trading/ieo/index.js';
import { LeverModule } from './features/trading/lever/lever.module.js';
import { LiquidationModule } from './features/trading/liquidation/liquidation.module.js';
import { LosingAccountsModule } from './features/trading/losing-accounts/losing-accounts.module.js';
import { MarketBoardModule } from './features/markets/market-board/market-board.module.js';
import { EventCentreModule } from './features/account/event-centre/index.js';
import { ErasureModule } from './features/account/erasure/index.js';
import { DataExportsModule } from './features/account/data-exports/index.js';
import { ComplaintsModule } from './features/account/complaints/index.js';
import { HelpChatModule } from './features/account/help-chat/index.js';
import { NewsModule } from './features/account/news/index.js';
import { NotificationsModule } from './features/account/notifications/index.js';
import { PreferencesModule } from './features/account/preferences/index.js';
import { NoticesModule } from './features/account/notices/notices.module.js';
import { BreakOrdersModule } from './features/trading/break-orders/break-orders.module.js';
import { PriceAlertsModule } from './features/trading/price-alerts/index.js';
import { OptionsModule } from './features/trading/options/options.module.js';
import { AdministrationModule } from './features/operations/administration/administration.module.js';
import { IeoDeskModule } from './features/operations/ieo-desk/index.js';
import { ReferenceDeskModule } from './features/operations/reference-desk/index.js';
import { ProductsDeskModule } from './features/operations/products-desk/index.js';
import { ProductStateModule } from './features/operations/product-state/index.js';
import { RecordsModule } from './features/operations/records/index.js';
import { ReferralDeskModule } from './features/operations/referral-desk/index.js';
import { ComplaintsDeskModule } from './features/operations/complaints-desk/index.js';
import { ServiceStatusModule } from './features/operations/service-status/index.js';
import { HelpDeskModule } from './features/operations/help-desk/index.js';
import { NewsroomModule } from './features/operations/newsroom/index.js';
import { OperatorsModule } from './features/operations/operators/operators.module.js';
import { OptionSettlementModule } from './features/trading/option-settlement/option-settlement.module.js';
import { PriceFeedModule } from './features/markets/price-feed/price-feed.module.js';
import { QuotationsModule } from './features/markets/quotations/quotations.module.js';
import { ReviewModule } from './features/operations/review/review.module.js';
import { SecurityModule } from './features/account/security/security.module.js';
import { SessionsModule } from './features/account/sessions/sessions.module.js';
import { SpotModule } from './features/trading/spot/spot.module.js';
import { StocksModule } from './features/markets/stocks/stocks.module.js';
import { SubscriptionModule } from './features/trading/subscription/index.js';
import { SubscriptionsModule } from './features/operations/subscriptions/index.js';
import { TapeModule } from './features/markets/tape/tape.module.js';
import { OtcDeskModule } from './features/operations/otc-desk/index.js';
import { OtcModule } from './features/trading/otc/index.js';
import { RoomsModule } from './features/account/rooms/index.js';
import { ReferralModule } from './features/trading/referral/index.js';
import { TrustModule } from './features/trading/trust/trust.module.js';
import { UploadsModule } from './features/account/uploads/uploads.module.js';
import { UsersModule } from './features/account/users/users.module.js';
import { VerificationModule } from './features/account/verification/verification.module.js';
import { WalletLoginModule } from './features/account/wallet-login/wallet-login.module.js';
import { PasskeysModule } from './features/account/passkeys/passkeys.module.js';
import { ApiKeysModule } from './features/account/api-keys/index.js';
import { SubAccountsModule } from './features/account/sub-accounts/index.js';
import { SubTransfersModule } from './features/wallet/sub-transfers/index.js';
import { BalancesModule } from './features/wallet/balances/balances.module.js';
import { ExportsModule } from './features/wallet/exports/index.js';
import { BooksArchiveModule } from './features/wallet/books-archive/index.js';
import { ProfitModule } from './features/wallet/profit/profit.module.js';
import { TaxesModule } from './features/wallet/taxes/taxes.module.js';
import { WithdrawalsModule } from './features/wallet/withdrawals/withdrawals.module.js';
import { ClockModule } from './platform/clock/clock.module.js';
import type { Configuration } from './platform/config/config.js';
import { ConfigModule } from './platform/config/config.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { IdempotencyModule } from './platform/idempotency/idempotency.module.js';
import { ImagesModule } from './platform/images/images.module.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { LoopModule } from './platform/loop/loop.module.js';
import { MessagesModule } from './platform/messages/messages.module.js';
import { LogArchiveModule } from './platform/log-archive/log-archive.module.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { OutboxModule } from './platform/outbox/outbox.module.js';
import { RealtimeModule } from './platform/realtime/realtime.module.js';
import { RedisModule } from './platform/redis/redis.module.js';
import { StorageModule } from './platform/storage/storage.module.js';
import { TracingModule } from './platform/tracing/tracing.module.js';

const ACCOUNT = [UsersModule, NoticesModule, CodesModule, SessionsModule, SecurityModule];
const LOGIN = [LoginModule, ProfileModule, WalletLoginModule, PasskeysModule, ApiKeysModule, SubAccountsModule];
const MARKETS = [
  MarketBoardModule,
  ListingModule,
  QuotationsModule,
  CandlesModule,
  TapeModule,
  PriceFeedModule,
  StocksModule,
];
const NOTICES = [EventCentreModule, NotificationsModule];
const PAPERS = [
  PreferencesModule,
  DataExportsModule,
  ErasureModule,
  UploadsModule,
  RoomsModule,
  NewsModule,
  HelpChatModule,
  ComplaintsModule,
  ...NOTICES,
  VerificationModule,
];
const WALLET = [
  BalancesModule,
  SubTransfersModule,
  ExportsModule,
  BooksArchiveModule,
  ProfitModule,
  CountryRulesModule,
  OwnLimitsModule,
  TaxesModule,
  DemoModule,
  AccountStateModule,
  DepositsModule,
  AddressBookModule,
  WithdrawalsModule,
];
const DESK = [
  ReviewModule,
  NewsroomModule,
  HelpDeskModule,
  ComplaintsDeskModule,
  SubscriptionsModule,
  IeoDeskModule,
  OtcDeskModule,
  ReferralDeskModule,
  ReferenceDeskModule,
  ProductsDeskModule,
  RecordsModule,
  ProductStateModule,
  ServiceStatusModule,
  AdministrationModule,
];
const TRADING = [
  SpotModule,
  TrustModule,
  SubscriptionModule,
  OtcModule,
  IeoModule,
  OptionSettlementModule,
  OptionsModule,
  FuturesModule,
  LeverModule,
  FundingModule,
  BreakOrdersModule,
  PriceAlertsModule,
  FuturesTriggersModule,
  LiquidationModule,
  LosingAccountsModule,
  ReferralModule,
];

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
        RealtimeModule.with(configuration),
        OutboxModule,
        MetricsModule,
        LogArchiveModule,
        LoopModule,
        TracingModule,
        JobsModule,
        IdempotencyModule,
        StorageModule,
        ImagesModule,
        HttpModule,
        HealthModule,
        MessagesModule.with(configuration),
        ...ACCOUNT,
        ...LOGIN,
        ...MARKETS,
        LedgerModule,
        AuditModule,
        DeskFilesModule,
        OperatorsModule,
        ...PAPERS,
        ...WALLET,
        ...DESK,
        ...TRADING,
      ],
    };
  }
}
