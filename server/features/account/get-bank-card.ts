import { Injectable } from '@nestjs/common';
import { type BankCardRow, BankCardsStore } from './bank-cards.store.js';

/** The bank card that a user has bound; null when none. */
@Injectable()
export class GetBankCard {
  constructor(private readonly store: BankCardsStore) {}

  execute(userId: string): Promise<BankCardRow | null> {
    return this.store.find(userId);
  }
}
