import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type CoinNetwork, depositAddress, WalletCatalog } from '../balances/index.js';
import { CountryRules } from '../country-rules/index.js';
import { OwnLimits } from '../own-limits/index.js';
import { DepositAddressesStore, type DepositKey, type NewAddress } from './deposit-addresses.store.js';
import { NoteDeposit } from './note-deposit.js';

/** Each is worked out from the key, a millisecond or so. */
const PASSED_OVER_MAX = 200;

/** The addresses to which a user sends a coin, one a network, given out at the first question and then for ever. */
@Injectable()
export class GetDepositAddresses {
  constructor(
    private readonly store: DepositAddressesStore,
    private readonly catalog: WalletCatalog,
    private readonly transactions: Transactions,
    private readonly ownLimits: OwnLimits,
    private readonly countryRules: CountryRules,
    private readonly noteDeposit: NoteDeposit,
  ) {}

  /**
   * By network, `{ TRC20: 'T…' }`: those networks for which the operators have given a key or a pool.
   * @throws Refusal `wallet.unknown-currency`; `deposits.address-not-configured` when there is none at all; those of
   * {@link OwnLimits.assertMayDeposit} and {@link CountryRules.assertMayDeposit}.
   */
  async execute(userId: string, currencyId: number): Promise<Map<string, string>> {
    await this.countryRules.assertMayDeposit(userId);
    await this.ownLimits.assertMayDeposit(userId, currencyId);
    const { id } = this.catalog.currency(currencyId);
    const networks = this.catalog.networks(id).filter(({ chain, depositsOn }) => depositsOn && chain !== 'bank');
    const known = new Map((await this.store.of(userId)).map(({ coinNetworkId, address }) => [coinNetworkId, address]));
    const addresses = new Map<string, string>();
    for (const network of networks) {
      const address = known.get(network.id) ?? (await this.give(userId, network));
      if (address !== null) addresses.set(network.network, address);
    }
    if (addresses.size === 0) throw new Refusal('deposits.address-not-configured');
    return addresses;
  }

  private give(userId: string, network: CoinNetwork): Promise<string | null> {
    return this.transactions.run(async (tx) => {
      const { chain } = network;
      if (chain === 'bank') return null;
      // Two first questions of one user stand in line: a pool has no key to wait for.
      await this.noteDeposit.lockUser(tx, userId);
      const key = await this.store.lockKey(tx, chain);
      // It may have been given to the question before while this one waited.
      const given = (await this.store.of(userId, tx)).find(({ coinNetworkId }) => coinNetworkId === network.id);
      if (given) return given.address;
      const at = this.noteDeposit.now();
      if (!key) return this.givePooled(tx, userId, network, at);
      return this.giveDerived(tx, key, { userId, coinNetworkId: network.id, chain, at });
    });
  }

  /**
   * The key's next address that is nobody's. The same key in another spelling, or a pool from it, has given out the first ones: those are
   * passed over, so many at a time, and the next question goes on from there.
   */
  private async giveDerived(
    tx: Transaction,
    key: DepositKey,
    wanted: Omit<NewAddress, 'address' | 'origin'>,
  ): Promise<string | null> {
    const last = key.nextIndex + PASSED_OVER_MAX;
    for (let keyIndex = key.nextIndex; keyIndex <= last; keyIndex += 1) {
      const address = depositAddress(key.extendedKey, key.form, keyIndex);
      if (await this.store.isOurs(wanted.chain, address, tx)) continue;
      await this.store.takeIndex(tx, key.id, keyIndex);
      await this.store.insert(tx, { ...wanted, address, origin: { keyId: key.id, keyIndex } });
      return address;
    }
    await this.store.takeIndex(tx, key.id, last);
    return null;
  }

  private async givePooled(tx: Transaction, userId: string, network: CoinNetwork, at: Date): Promise<string | null> {
    const { id: coinNetworkId, chain } = network;
    const pooled = chain === 'bank' ? null : await this.store.takePooled(tx, coinNetworkId, at);
    if (!pooled || chain === 'bank') return null;
    const { id: poolId, address } = pooled;
    await this.store.insert(tx, { userId, coinNetworkId, chain, address, origin: { poolId }, at });
    return address;
  }
}
