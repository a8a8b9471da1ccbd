import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/index.js';
import { MarketsModule } from '../markets/index.js';
import { TapeModule } from '../tape/index.js';
import { AskForSettlement } from './ask-for-settlement.js';
import { BuyOption } from './buy-option.js';
import { DraftOption } from './draft-option.js';
import { ListOptions } from './list-options.js';
import { ListPayableCurrencies } from './list-payable-currencies.js';
import { ListTerms } from './list-terms.js';
import { MicroorderEvents } from './microorder-events.js';
import './option-invariants.js';
import { OptionProducts } from './option-products.js';
import { OptionProductsStore } from './option-products.store.js';
import { OptionState } from './option-state.js';
import { OptionQuotes } from './option-quotes.js';
import { OptionsController } from './options.controller.js';
import { OptionsJobs } from './options.jobs.js';
import { OptionsStore } from './options.store.js';
import { PreviewOption } from './preview-option.js';
import { ReadReceipt } from './read-receipt.js';
import { SettleOptions } from './settle-options.js';
import { SettlementsStore } from './settlements.store.js';
import { SweepOptions } from './sweep-options.js';

@Module({
  imports: [LedgerModule, MarketsModule, TapeModule],
  controllers: [OptionsController],
  providers: [
    OptionProductsStore,
    OptionProducts,
    OptionsStore,
    OptionQuotes,
    DraftOption,
    PreviewOption,
    BuyOption,
    AskForSettlement,
    ListTerms,
    ListPayableCurrencies,
    ListOptions,
    ReadReceipt,
    OptionState,
    MicroorderEvents,
    SettlementsStore,
    SettleOptions,
    SweepOptions,
    OptionsJobs,
  ],
})
export class OptionsModule {}
