import { Module } from '@nestjs/common';
import { LedgerStore } from './ledger.store.js';
import { Ledger } from './ledger.js';

@Module({
  providers: [LedgerStore, Ledger],
  exports: [Ledger],
})
export class LedgerModule {}
