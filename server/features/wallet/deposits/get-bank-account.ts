import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { CountryRules } from '../country-rules/index.js';
import { OwnLimits } from '../own-limits/index.js';
import { DepositAddressesStore } from './deposit-addresses.store.js';

export interface BankAccount {
  bankName: string;
  cardNumber: string;
  cardHolder: string;
}

/** The house's bank account for transfers. */
@Injectable()
export class GetBankAccount {
  constructor(
    private readonly store: DepositAddressesStore,
    private readonly ownLimits: OwnLimits,
    private readonly countryRules: CountryRules,
  ) {}

  /** @throws Refusal `deposits.address-not-configured`; those of {@link OwnLimits.assertMayDeposit} and {@link CountryRules.assertMayDeposit}. */
  async execute(userId: string): Promise<BankAccount> {
    await this.countryRules.assertMayDeposit(userId);
    await this.ownLimits.assertMayDeposit(userId);
    const bank = await this.store.bank();
    if (!bank) throw new Refusal('deposits.address-not-configured');
    return bank;
  }
}
