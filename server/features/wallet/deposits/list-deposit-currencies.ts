import { Injectable } from '@nestjs/common';
import type { DepositCurrencyView } from '../../../contract/wallet/wallet-deposits.dto.js';
import { WalletCatalog } from '../balances/index.js';
import { smallestMinimum } from './check-deposit.js';

/** The coins that can be deposited. */
@Injectable()
export class ListDepositCurrencies {
  constructor(private readonly catalog: WalletCatalog) {}

  execute(): DepositCurrencyView[] {
    return this.catalog.currencies().flatMap(({ id, code, logo }) => {
      const networks = this.catalog.networks(id).filter(({ depositsOn, chain }) => depositsOn && chain !== 'bank');
      if (networks.length === 0) return [];
      return {
        id,
        name: code,
        logo,
        min_number: smallestMinimum(networks),
        networks: networks.map(({ network, chain, depositMinimum, confirmations }) => ({
          network,
          chain,
          min_number: depositMinimum,
          confirmations,
        })),
      };
    });
  }
}
