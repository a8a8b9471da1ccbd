import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { IsDepositAddress } from '../deposits/index.js';
import { type CoinNetwork, isAddress } from '../balances/index.js';
import { WithdrawalNetworks } from './withdrawal-networks.js';

/** Whether an address is one to which a coin can be sent. */
@Injectable()
export class IsAllowedAddress {
  constructor(
    private readonly networks: WithdrawalNetworks,
    private readonly isDepositAddress: IsDepositAddress,
  ) {}

  /** @throws Refusal `withdrawals.address-invalid`, `withdrawals.address-ours`, `withdrawals.network-required`. */
  async assert(currencyId: number, name: string | null, address: string): Promise<void> {
    const { chain } = this.network(currencyId, name);
    if (chain === 'bank' || !isAddress(chain, address)) throw new Refusal('withdrawals.address-invalid');
    if (await this.isDepositAddress.execute(chain, address)) throw new Refusal('withdrawals.address-ours');
  }

  /** @throws Refusal `withdrawals.network-required`, `wallet.unknown-currency`. */
  network(currencyId: number, name: string | null): CoinNetwork {
    return this.networks.networkOf(currencyId, name);
  }

  /** The networks of the coin on which it is an address. */
  networksOf(currencyId: number, address: string): CoinNetwork[] {
    return this.networks.offered(currencyId).filter(({ chain }) => chain !== 'bank' && isAddress(chain, address));
  }
}
