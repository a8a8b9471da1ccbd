import { Module } from '@nestjs/common';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { MarketsModule } from '../../markets/market-board/index.js';
import { WalletModule } from '../../wallet/balances/index.js';
import { FuturesCatalog } from './futures-catalog.js';
import './futures-invariants.js';
import { FuturesController } from './futures.controller.js';
import { FuturesState } from './futures-state.js';
import { ListFutures } from './list-futures.js';
import { MovesStore } from './moves.store.js';
import { PositionsStore } from './positions.store.js';
import { PreferencesStore } from './preferences.store.js';
import { PreferMarginMode } from './prefer-margin-mode.js';
import { ProductsStore } from './products.store.js';
import { ReadAccount } from './read-account.js';

@Module({
  imports: [LedgerModule, MarketsModule, WalletModule],
  controllers: [FuturesController],
  providers: [
    PositionsStore,
    PreferencesStore,
    ProductsStore,
    MovesStore,
    FuturesCatalog,
    ReadAccount,
    PreferMarginMode,
    ListFutures,
    FuturesState,
  ],
  exports: [FuturesCatalog, ListFutures, MovesStore, PositionsStore, PreferencesStore, ReadAccount],
})
export class FuturesModule {}
