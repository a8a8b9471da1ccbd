import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { type BankCardRow, BankCardsStore } from './bank-cards.store.js';

/** The bank card that a user has bound; null when none. */
@Injectable()
export class GetBankCard {
  constructor(private readonly store: BankCardsStore) {}

  /** @param tx reads through the connection of a transaction that is open. */
  execute(userId: string, tx?: Transaction): Promise<BankCardRow | null> {
    return this.store.find(userId, tx);
  }
}
