import { Injectable } from '@nestjs/common';
import type { CoinsView, MarketSettingView } from '../../../contract/operations/settings.dto.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { SettingsStore } from './settings.store.js';

/** Coins with their networks, keys and pools, and the markets, as they are set now. */
@Injectable()
export class ListSettings {
  constructor(
    private readonly store: SettingsStore,
    private readonly catalog: WalletCatalog,
  ) {}

  async coins(): Promise<CoinsView> {
    const [pools, keys, banks] = await Promise.all([
      this.store.pools(),
      this.store.keys(),
      this.store.banks(),
      this.catalog.reload(),
    ]);
    const pool = new Map(pools.map((row) => [row.coinNetworkId, row]));
    const coins = this.catalog.currencies().map(({ id, code, name, scale, accounts }) => ({
      id,
      code,
      name,
      scale,
      accounts,
      networks: this.catalog.networks(id).map(({ contract: _contract, chainDecimals: _decimals, ...network }) => ({
        ...network,
        poolFree: pool.get(network.id)?.free ?? 0,
        poolTotal: pool.get(network.id)?.total ?? 0,
      })),
    }));
    return {
      coins,
      keys: keys.map((key) => ({ ...key, addedAt: key.addedAt.getTime() })),
      banks: banks.map((bank) => ({ ...bank, addedAt: bank.addedAt?.getTime() ?? null })),
    };
  }

  markets(): Promise<MarketSettingView[]> {
    return this.store.markets();
  }
}
