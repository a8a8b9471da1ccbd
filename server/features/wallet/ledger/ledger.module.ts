import { Module } from '@nestjs/common';
import { BooksStore } from './books.store.js';
import { BooksProgressStore } from './books-progress.store.js';
import { CheckBooks } from './check-books.js';
import { CheckRound } from './check-round.js';
import './ledger-invariants.js';
import { LedgerChannels } from './ledger.channels.js';
import { LedgerJobs } from './ledger.jobs.js';
import { LedgerController } from './ledger.controller.js';
import { LedgerStore } from './ledger.store.js';
import { Ledger } from './ledger.js';
import { ListStatement } from './list-statement.js';
import { PassBooks } from './pass-books.js';
import { QuarantineViolations } from './quarantine-violations.js';
import { QuarantineStore } from './quarantine.store.js';
import { ReadTradingStatus } from './read-trading-status.js';
import { SealJournals } from './seal-journals.js';
import { SealsStore } from './seals.store.js';
import { StatementStore } from './statement.store.js';
import { TradingModeStore } from './trading-mode.store.js';
import { TradingMode } from './trading-mode.js';
import { WatchBooks } from './watch-books.js';

@Module({
  controllers: [LedgerController],
  providers: [
    LedgerStore,
    Ledger,
    StatementStore,
    ListStatement,
    TradingModeStore,
    TradingMode,
    BooksStore,
    BooksProgressStore,
    CheckRound,
    CheckBooks,
    PassBooks,
    QuarantineStore,
    QuarantineViolations,
    ReadTradingStatus,
    SealsStore,
    SealJournals,
    WatchBooks,
    LedgerJobs,
    LedgerChannels,
  ],
  exports: [Ledger, ListStatement, TradingMode, CheckBooks, QuarantineViolations],
})
export class LedgerModule {}
