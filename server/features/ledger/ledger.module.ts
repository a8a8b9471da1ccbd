import { Module } from '@nestjs/common';
import { BooksStore } from './books.store.js';
import { CheckBooks } from './check-books.js';
import './ledger-invariants.js';
import { LedgerJobs } from './ledger.jobs.js';
import { LedgerStore } from './ledger.store.js';
import { Ledger } from './ledger.js';
import { ListStatement } from './list-statement.js';
import { SealJournals } from './seal-journals.js';
import { StatementStore } from './statement.store.js';
import { TradingModeStore } from './trading-mode.store.js';
import { TradingMode } from './trading-mode.js';
import { WatchBooks } from './watch-books.js';

@Module({
  providers: [
    LedgerStore,
    Ledger,
    StatementStore,
    ListStatement,
    TradingModeStore,
    TradingMode,
    BooksStore,
    CheckBooks,
    SealJournals,
    WatchBooks,
    LedgerJobs,
  ],
  exports: [Ledger, ListStatement, TradingMode, CheckBooks],
})
export class LedgerModule {}
