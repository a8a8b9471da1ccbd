import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { Refusal } from '../../platform/http/refusal.js';
import { isBankCode, isCardNumber, isForeignAccount, joinGroups } from './bank-card.rules.js';
import { type BankCard, BankCardsStore } from './bank-cards.store.js';
import { SecurityLog } from '../notices/index.js';
import { type Caller, UsersStore } from '../users/index.js';

/** Binds a bank card; the one bound before goes. The user is told, because money may go there. */
@Injectable()
export class SaveBankCard {
  constructor(
    private readonly cards: BankCardsStore,
    private readonly users: UsersStore,
    private readonly log: SecurityLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** A card with a SWIFT code is an international one. @throws Refusal `account.bank-account-invalid`, `account.swift-invalid`. */
  async execute(userId: string, card: Omit<BankCard, 'kind'>, caller: Caller): Promise<void> {
    const bankAccount = joinGroups(card.bankAccount);
    const swiftCode = joinGroups(card.swiftCode);
    const kind = swiftCode === '' && !/^[A-Z]{2}[0-9]{2}/.test(bankAccount) ? 'domestic' : 'international';
    const isAccount = kind === 'domestic' ? isCardNumber(bankAccount) : isForeignAccount(bankAccount);
    if (!isAccount) throw new Refusal('account.bank-account-invalid');
    if (swiftCode !== '' && !isBankCode(swiftCode)) throw new Refusal('account.swift-invalid');
    const tellUser = await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user) throw new Refusal('session.required');
      const now = new Date(this.clock.now());
      await this.cards.save(tx, userId, { ...card, kind, bankAccount, swiftCode }, now);
      return this.log.record(tx, user, 'bank-card-changed', caller);
    });
    tellUser();
  }
}
