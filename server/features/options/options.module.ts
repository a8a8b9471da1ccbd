import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/index.js';
import { MarketsModule } from '../markets/index.js';
import { TapeModule } from '../tape/index.js';
import { VerificationModule } from '../verification/index.js';
import { WalletModule } from '../wallet/index.js';
import { OptionProducts } from './option-products.js';
import { OptionProductsStore } from './option-products.store.js';
import { OptionsJobs } from './options.jobs.js';
import { OptionsStore } from './options.store.js';
import { SettleOptions } from './settle-options.js';
import { SettlementsStore } from './settlements.store.js';
import { SweepOptions } from './sweep-options.js';

@Module({
  imports: [LedgerModule, MarketsModule, TapeModule, VerificationModule, WalletModule],
  providers: [
    OptionProductsStore,
    OptionProducts,
    OptionsStore,
    SettlementsStore,
    SettleOptions,
    SweepOptions,
    OptionsJobs,
  ],
})
export class OptionsModule {}
