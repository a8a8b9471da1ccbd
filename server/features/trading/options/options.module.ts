import { Module } from '@nestjs/common';
import { BalancesModule } from '../../wallet/balances/index.js';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { OptionSettlementModule } from '../option-settlement/index.js';
import { TapeModule } from '../../markets/tape/index.js';
import { BuyOption } from './buy-option.js';
import { DraftOption } from './draft-option.js';
import { ListOptions } from './list-options.js';
import { ListPayableCurrencies } from './list-payable-currencies.js';
import { ListTerms } from './list-terms.js';
import { MicroorderEvents } from './microorder-events.js';
import './options-invariants.js';
import './options-lists.js';
import { OptionProducts } from './option-products.js';
import { OptionProductsStore } from './option-products.store.js';
import { OptionsFigures } from './options-figures.js';
import { OptionMovement } from './option-movement.js';
import { OptionBooksStore } from './option-books.store.js';
import { OptionState } from './options-state.js';
import { OptionQuotes } from './option-quotes.js';
import { OptionsController } from './options.controller.js';
import { OptionHistoryStore } from './option-history.store.js';
import { OptionsStore } from './options.store.js';
import { PreviewOption } from './preview-option.js';
import { GetReceipt } from './get-receipt.js';
import { SubmitOption } from './submit-option.js';

@Module({
  imports: [BalancesModule, LedgerModule, MarketBoardModule, OptionSettlementModule, TapeModule],
  controllers: [OptionsController],
  providers: [
    OptionProductsStore,
    OptionProducts,
    OptionsStore,
    OptionHistoryStore,
    OptionQuotes,
    OptionMovement,
    DraftOption,
    PreviewOption,
    BuyOption,
    SubmitOption,
    ListTerms,
    ListPayableCurrencies,
    ListOptions,
    GetReceipt,
    OptionBooksStore,
    OptionState,
    OptionsFigures,
    MicroorderEvents,
  ],
})
export class OptionsModule {}
