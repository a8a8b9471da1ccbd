import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { DepositAddressesStore } from './deposit-addresses.store.js';

export interface BankAccount {
  bankName: string;
  cardNumber: string;
  cardHolder: string;
}

/** The house's bank account for transfers. */
@Injectable()
export class GetBankAccount {
  constructor(private readonly store: DepositAddressesStore) {}

  /** @throws Refusal `deposits.address-not-configured`. */
  async execute(): Promise<BankAccount> {
    const bank = await this.store.bank();
    if (!bank) throw new Refusal('deposits.address-not-configured');
    return bank;
  }
}
