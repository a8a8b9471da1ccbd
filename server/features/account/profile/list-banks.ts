import { Injectable } from '@nestjs/common';
import { type BankRow, BanksStore } from './banks.store.js';

/** The banks that the desk keeps, with those that are offered no longer. */
@Injectable()
export class ListBanks {
  constructor(private readonly store: BanksStore) {}

  execute(): Promise<BankRow[]> {
    return this.store.all();
  }
}
