import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { endsOfTarget } from '../codes/index.js';
import { SecurityLog } from '../notices/index.js';
import { type Proof, RequireFreshProof } from '../security/index.js';
import type { Caller } from '../users/index.js';
import { isBankCode, isDomesticAccount, isForeignAccount, joinGroups } from './bank-card.rules.js';
import type { BankCard } from './bank-cards.store.js';
import { IsOwnCard } from './is-own-card.js';
import { ReplaceBankCard } from './replace-bank-card.js';

export interface CardToBind {
  userId: string;
  sessionId: string;
  card: Omit<BankCard, 'kind'>;
  proofs: Proof[];
  caller: Caller;
}

/**
 * Binds a bank card of the user's own; the one bound before goes. Money may go there, so it takes a fresh proof, the
 * user is told with the end of its number, and it waits as a new address does.
 */
@Injectable()
export class SaveBankCard {
  constructor(
    private readonly replaceBankCard: ReplaceBankCard,
    private readonly isOwnCard: IsOwnCard,
    private readonly requireFreshProof: RequireFreshProof,
    private readonly log: SecurityLog,
    private readonly transactions: Transactions,
  ) {}

  /**
   * A card with a SWIFT code is an international one.
   * @throws Refusal `account.bank-account-invalid`, `account.swift-invalid`, those of {@link IsOwnCard} and of
   * {@link RequireFreshProof} and {@link ReplaceBankCard}.
   */
  async execute({ userId, sessionId, card, proofs, caller }: CardToBind): Promise<void> {
    const bound = bindable(card);
    await this.isOwnCard.assert(userId, card.realName);
    const act = { act: 'bank-card', amount: '', coin: '', target: bound.bankAccount } as const;
    const { user, useUp, isPlain } = await this.requireFreshProof.execute({ userId, sessionId, act, proofs, caller });
    await this.transactions.run(async (tx) => {
      await useUp(tx);
      await this.replaceBankCard.execute(tx, userId, bound, isPlain);
      await this.log.record(tx, user, 'bank-card-changed', caller, `${bound.bankName} ${endsOfTarget(act)}`);
    });
  }
}

function bindable(card: Omit<BankCard, 'kind'>): BankCard {
  const bankAccount = joinGroups(card.bankAccount);
  const swiftCode = joinGroups(card.swiftCode);
  const kind = swiftCode === '' && !/^[A-Z]{2}[0-9]{2}/.test(bankAccount) ? 'domestic' : 'international';
  const isAccount = kind === 'domestic' ? isDomesticAccount(bankAccount) : isForeignAccount(bankAccount);
  if (!isAccount) throw new Refusal('account.bank-account-invalid');
  if (swiftCode !== '' && !isBankCode(swiftCode)) throw new Refusal('account.swift-invalid');
  return { ...card, kind, bankAccount, swiftCode };
}
