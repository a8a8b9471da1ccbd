import { Module } from '@nestjs/common';
import { SubAccountsModule } from '../../account/sub-accounts/index.js';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { BalancesModule } from '../../wallet/balances/index.js';
import { ChangeMaintenance } from './change-maintenance.js';
import { FuturesCatalog } from './futures-catalog.js';
import './futures-invariants.js';
import './futures-lists.js';
import './position-money-invariants.js';
import { FuturesController } from './futures.controller.js';
import { FuturesFigures } from './futures-figures.js';
import { FuturesState } from './futures-state.js';
import { PositionBooksStore } from './position-books.store.js';
import { GetAccountTerms } from './get-account-terms.js';
import { ListFutures } from './list-futures.js';
import { MaintenanceTablesStore } from './maintenance-tables.store.js';
import { PositionHistoryStore } from './position-history.store.js';
import { PositionsStore } from './positions.store.js';
import { PreferencesStore } from './preferences.store.js';
import { PreferMarginMode } from './prefer-margin-mode.js';
import { ProductsStore } from './products.store.js';
import { NotifyOfMaintenance } from './notify-of-maintenance.js';
import { GetFuturesAccount } from './get-futures-account.js';
import './futures-personal.js';

@Module({
  imports: [SubAccountsModule, LedgerModule, MarketBoardModule, BalancesModule],
  controllers: [FuturesController],
  providers: [
    PositionsStore,
    PositionHistoryStore,
    PreferencesStore,
    ProductsStore,
    FuturesCatalog,
    GetFuturesAccount,
    PreferMarginMode,
    GetAccountTerms,
    ListFutures,
    FuturesState,
    FuturesFigures,
    PositionBooksStore,
    MaintenanceTablesStore,
    ChangeMaintenance,
    NotifyOfMaintenance,
  ],
  exports: [ChangeMaintenance, FuturesCatalog, ListFutures, PositionsStore, PreferencesStore, GetFuturesAccount],
})
export class FuturesModule {}
