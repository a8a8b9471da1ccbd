import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { WalletAccount } from '../../../contract/wallet/wallet.dto.js';

/** A currency and the accounts that may hold it. */
export interface WalletCurrency {
  id: number;
  code: string;
  name: string;
  /** Decimals that amounts may have. */
  scale: number;
  logo: string;
  accounts: WalletAccount[];
}

export type Chain = 'ethereum' | 'tron' | 'bitcoin' | 'bank';

/** A way on which a coin comes and goes. */
export interface CoinNetwork {
  id: number;
  currencyId: number;
  /** `TRC20`. */
  network: string;
  chain: Chain;
  /** The token's contract; null for the chain's own coin. */
  contract: string | null;
  chainDecimals: number;
  /** Blocks after which a deposit is final. */
  confirmations: number;
  depositMinimum: DecimalText;
  withdrawalMinimum: DecimalText;
  withdrawalFee: DecimalText;
  withdrawalFeePercent: DecimalText;
  /** A release above it needs a second operator; null: never. */
  secondPersonAbove: DecimalText | null;
  depositsOn: boolean;
  withdrawalsOn: boolean;
}

/** Reads what coins there are and how they come and go. */
@Injectable()
export class WalletCatalogStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  currencies(): Promise<WalletCurrency[]> {
    return this.source.query(
      `select c.id, c.code, c.name, c.scale, c.logo,
              array_remove(array[case when w.spot then 'spot' end, case when w.option then 'option' end,
                case when w.contract then 'contract' end, case when w.trust then 'trust' end], null) as accounts
         from wallet_currency w join currency c on c.id = w.currency_id order by w.sort, c.id`,
    );
  }

  networks(): Promise<CoinNetwork[]> {
    return this.source.query(
      `select id, currency_id as "currencyId", network, chain, contract, chain_decimals as "chainDecimals",
              confirmations, trim_scale(deposit_minimum)::text as "depositMinimum",
              trim_scale(withdrawal_minimum)::text as "withdrawalMinimum",
              trim_scale(withdrawal_fee)::text as "withdrawalFee",
              trim_scale(withdrawal_fee_percent)::text as "withdrawalFeePercent",
              trim_scale(second_person_above)::text as "secondPersonAbove",
              deposits_on as "depositsOn", withdrawals_on as "withdrawalsOn"
         from coin_network order by sort, id`,
    );
  }
}
