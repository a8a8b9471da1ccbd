import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import {
  type AddressChain,
  type AddressForm,
  isAddress,
  isExtendedPublicKey,
  WalletCatalog,
} from '../balances/index.js';
import { DepositAddressesStore } from './deposit-addresses.store.js';
import type { BankAccount } from './get-bank-account.js';

const FORMS: Record<AddressChain, readonly AddressForm[]> = {
  ethereum: ['evm'],
  tron: ['tron'],
  bitcoin: ['p2wpkh', 'p2pkh'],
};
const POOL_LOAD_MAX = 10_000;

/** Operators say where deposit addresses come from. No private key is ever part of it. */
@Injectable()
export class SetUpDepositAddresses {
  constructor(
    private readonly store: DepositAddressesStore,
    private readonly catalog: WalletCatalog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Addresses of the chain come from this key from now on; those that were given out stay.
   * @throws Refusal `request.invalid` for anything but an extended public key of an account, or one that was used.
   */
  async useKey(chain: AddressChain, form: AddressForm, extendedKey: string, open?: Transaction): Promise<void> {
    if (!FORMS[chain].includes(form)) throw new Refusal('request.invalid', { field: 'form' });
    if (!isExtendedPublicKey(extendedKey)) throw new Refusal('request.invalid', { field: 'extendedKey' });
    const put = async (tx: Transaction) => {
      const isNew = await this.store.putKey(tx, { chain, form, extendedKey, at: new Date(this.clock.now()) });
      if (!isNew) throw new Refusal('request.invalid', { field: 'extendedKey' });
    };
    await (open ? put(open) : this.transactions.run(put));
  }

  /** Users are shown this account for bank transfers from now on. Transfers to the one before are still claimed. */
  useBank(tx: Transaction, bank: BankAccount): Promise<void> {
    return this.store.putBank(tx, bank, new Date(this.clock.now()));
  }

  /**
   * Adds addresses that users are given where there is no key.
   * @returns how many were new.
   * @throws Refusal `request.invalid`, `withdrawals.address-invalid` when one is not of the network's chain.
   */
  async addPool(coinNetworkId: number, addresses: string[], open?: Transaction): Promise<number> {
    const network = this.catalog.network(coinNetworkId);
    if (!network || network.chain === 'bank') throw new Refusal('request.invalid', { field: 'network' });
    const { chain } = network;
    if (addresses.length > POOL_LOAD_MAX) throw new Refusal('request.invalid', { field: 'addresses' });
    if (!addresses.every((address) => isAddress(chain, address))) throw new Refusal('withdrawals.address-invalid');
    const put = (tx: Transaction) =>
      this.store.putPool(tx, { coinNetworkId, chain, addresses, at: new Date(this.clock.now()) });
    return open ? put(open) : this.transactions.run(put);
  }
}
