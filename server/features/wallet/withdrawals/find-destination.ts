import { Injectable } from '@nestjs/common';
import { wireTime } from '../../../contract/pages.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { GetBankCard, IsOwnCard } from '../../account/profile/index.js';
import { type CoinNetwork, WalletCatalog } from '../balances/index.js';
import { type AddressRow, WithdrawalAddressesStore, WithdrawalNetworks } from '../address-book/index.js';
import { IsReached } from './is-reached.js';
import type { Destination } from './destination.js';

const BANK = 'BANK';

/** A withdrawal destination as the user names it. */
export interface NamedDestination {
  currencyId: number;
  /** Of the own book; by number or by text. */
  addressId: string | null;
  address: string | null;
  /** Network; needed where the same address stands in the book for several. */
  network: string | null;
  /** To the bank card that is bound. */
  toBank: boolean;
}

/** Only to the own book, and to the own card. */
@Injectable()
export class FindDestination {
  constructor(
    private readonly addresses: WithdrawalAddressesStore,
    private readonly getBankCard: GetBankCard,
    private readonly isOwnCard: IsOwnCard,
    private readonly catalog: WalletCatalog,
    private readonly networks: WithdrawalNetworks,
    private readonly isReached: IsReached,
  ) {}

  /**
   * The line of the own book that is meant; null for the card.
   * @throws Refusal `withdrawals.address-missing`: no such address, or another's; `withdrawals.network-required`.
   */
  async address(userId: string, named: NamedDestination): Promise<AddressRow | null> {
    if (named.toBank) return null;
    const rows = (await this.addresses.live(userId)).filter((row) => this.isMeant(row, named));
    const [row, ...others] = rows;
    if (!row) throw new Refusal('withdrawals.address-missing');
    if (others.length > 0) throw new Refusal('withdrawals.network-required');
    return row;
  }

  /** The network that leads there, to the card where there is no address. @throws Refusal `withdrawals.network-required` when nothing leaves on it. */
  network({ currencyId }: NamedDestination, address: AddressRow | null): CoinNetwork {
    return address ? this.networks.networkById(address.coinNetworkId) : this.networks.networkOf(currencyId, BANK);
  }

  /**
   * The destination as it stands now, in the withdrawal's transaction: an address cannot be deleted meanwhile.
   * @throws Refusal `withdrawals.address-missing`, `withdrawals.address-held`, `withdrawals.card-missing`,
   * `withdrawals.card-held`.
   */
  async lock(
    tx: Transaction,
    userId: string,
    { address, target, network }: { address: AddressRow | null; target: string; network: CoinNetwork },
  ): Promise<Destination> {
    if (address === null) return this.card(tx, userId, { target, network });
    const row = await this.addresses.lock(tx, userId, address.id);
    if (!row) throw new Refusal('withdrawals.address-missing');
    if (!(await this.isReached.execute(tx, row.usableAt))) {
      throw new Refusal('withdrawals.address-held', { until: wireTime(row.usableAt) });
    }
    return { address: row.address, network: network.network, plainlyProven: row.plainlyProven };
  }

  /** The number of the own card. @throws Refusal `withdrawals.card-missing`, `account.card-name-differs`. */
  async cardNumber(userId: string): Promise<string> {
    const card = await this.getBankCard.execute(userId);
    if (!card) throw new Refusal('withdrawals.card-missing');
    await this.isOwnCard.assert(userId, card.realName);
    return card.bankAccount;
  }

  /** The code of the coin. */
  coin(currencyId: number): string {
    return this.catalog.currency(currencyId).code;
  }

  private async card(
    tx: Transaction,
    userId: string,
    { target, network }: { target: string; network: CoinNetwork },
  ): Promise<Destination> {
    const card = await this.getBankCard.execute(userId, tx);
    // Another card meanwhile is not the one that was proven.
    if (card?.bankAccount !== target) throw new Refusal('withdrawals.card-missing');
    if (!(await this.isReached.execute(tx, card.usableAt))) {
      throw new Refusal('withdrawals.card-held', { until: wireTime(card.usableAt) });
    }
    // Of the card as it stands now: the next one takes its place, with a mark of its own.
    const { bankAccount: address, realName: holder, bankName: bank, plainlyProven } = card;
    return { address, network: network.network, holder, bank, plainlyProven };
  }

  private isMeant({ id, address, coinNetworkId }: AddressRow, named: NamedDestination): boolean {
    const network = this.catalog.network(coinNetworkId);
    if (network?.currencyId !== named.currencyId) return false;
    if (named.network !== null && network.network !== named.network.toUpperCase()) return false;
    if (named.addressId !== null) return id === named.addressId;
    return named.address !== null && address === named.address;
  }
}
