import { Injectable } from '@nestjs/common';
import type { AddressChain } from '../balances/index.js';
import { DepositAddressesStore } from './deposit-addresses.store.js';

/** Whether an address is one of those that we give out. */
@Injectable()
export class IsDepositAddress {
  constructor(private readonly store: DepositAddressesStore) {}

  execute(chain: AddressChain, address: string): Promise<boolean> {
    return this.store.isOurs(chain, address);
  }
}
