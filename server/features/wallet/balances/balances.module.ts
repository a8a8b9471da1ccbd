import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/index.js';
import { ExchangeRatesModule } from '../../markets/exchange-rates/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { AdjustBalance } from './adjust-balance.js';
import { AdjustmentsStore } from './adjustments.store.js';
import { BalanceEvents } from './balance-events.store.js';
import { BalanceStateStore } from './balance-state.store.js';
import { BookAdjustment } from './book-adjustment.js';
import { ChangeCaps } from './change-caps.store.js';
import { PostponeAdjustment } from './postpone-adjustment.js';
import { ListWalletLines } from './list-wallet-lines.js';
import { ListWallets } from './list-wallets.js';
import { AccountLinesController } from './account-lines.controller.js';
import { CurrenciesController } from './currencies.controller.js';
import { ListCurrencies } from './list-currencies.js';
import { GetWealth } from './get-wealth.js';
import { GetWallets } from './get-wallets.js';
import { ReservedMoney } from './reserved-money.js';
import { TransferMoney } from './transfer-money.js';
import { TransfersStore } from './transfers.store.js';
import { UsdtPrices } from './usdt-prices.js';
import { WalletActs } from './wallet-acts.store.js';
import { WalletCatalog } from './wallet-catalog.js';
import { WalletCatalogStore } from './wallet-catalog.store.js';
import './balances-invariants.js';
import './given-up-invariants.js';
import './balances-lists.js';
import { WalletController } from './wallet.controller.js';

@Module({
  imports: [ExchangeRatesModule, LedgerModule, MarketBoardModule],
  controllers: [WalletController, CurrenciesController, AccountLinesController],
  providers: [
    WalletCatalogStore,
    WalletCatalog,
    UsdtPrices,
    ListWallets,
    ListCurrencies,
    GetWealth,
    GetWallets,
    ListWalletLines,
    ReservedMoney,
    TransfersStore,
    TransferMoney,
    BalanceEvents,
    BalanceStateStore,
    WalletActs,
    AdjustmentsStore,
    BookAdjustment,
    AdjustBalance,
    ChangeCaps,
    PostponeAdjustment,
  ],
  exports: [
    ReservedMoney,
    WalletCatalog,
    ListWallets,
    GetWealth,
    GetWallets,
    UsdtPrices,
    BalanceEvents,
    WalletActs,
    AdjustBalance,
    ChangeCaps,
    PostponeAdjustment,
  ],
})
export class BalancesModule {}
