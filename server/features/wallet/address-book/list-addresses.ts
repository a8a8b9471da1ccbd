import { Injectable } from '@nestjs/common';
import { wireTime } from '../../../contract/pages.dto.js';
import type { AddressView } from '../../../contract/wallet/wallet-withdrawals.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { WalletCatalog } from '../balances/index.js';
import { type AddressRow, WithdrawalAddressesStore } from './withdrawal-addresses.store.js';

/** A user's address book. */
@Injectable()
export class ListAddresses {
  constructor(
    private readonly addresses: WithdrawalAddressesStore,
    private readonly catalog: WalletCatalog,
    private readonly clock: Clock,
  ) {}

  /** The user's own book for a coin; null: for all coins. */
  async execute(userId: string, currencyId: number | null): Promise<AddressView[]> {
    const views = (await this.addresses.live(userId)).map((row) => this.addressView(row));
    return views.filter(({ currency }) => currencyId === null || currency === currencyId);
  }

  addressView(row: AddressRow): AddressView {
    const network = this.catalog.network(row.coinNetworkId);
    return {
      id: row.id,
      user_id: row.userId,
      currency: network?.currencyId ?? 0,
      address: row.address,
      notes: row.notes,
      nettype: network?.network ?? '',
      usable_at: wireTime(row.usableAt),
      usable: row.usableAt.getTime() <= this.clock.now() ? 1 : 0,
    };
  }
}
