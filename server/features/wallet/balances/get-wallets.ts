import { Injectable } from '@nestjs/common';
import type { WalletView } from '../../../contract/wallet/wallet.dto.js';
import { ExchangeRates } from '../../markets/exchange-rates/index.js';
import { ListWallets } from './list-wallets.js';
import { walletView } from './wallet-views.js';

/** A user's wallets in the wire's form, every currency that a wallet may hold. */
@Injectable()
export class GetWallets {
  constructor(
    private readonly listWallets: ListWallets,
    private readonly rates: ExchangeRates,
  ) {}

  async execute(userId: string, demo = false): Promise<WalletView[]> {
    const wallets = await this.listWallets.execute(userId, demo);
    return wallets.map((wallet) => walletView(userId, wallet, this.rates.usdt));
  }
}
