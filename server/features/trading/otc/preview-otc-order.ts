import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { OtcPreviewView } from '../../../contract/trading/otc-orders.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { DraftOtcOrder, type OtcWish } from './draft-otc-order.js';

/** What an order would be, by the same rules as the order. */
@Injectable()
export class PreviewOtcOrder {
  constructor(
    private readonly draftOtcOrder: DraftOtcOrder,
    private readonly ledger: Ledger,
    private readonly coins: WalletCatalog,
  ) {}

  /** @throws Refusal those of {@link DraftOtcOrder}; `ledger.insufficient-balance` for a seller. */
  async execute(wish: OtcWish): Promise<OtcPreviewView> {
    const draft = await this.draftOtcOrder.execute(wish);
    const { advert, price, quantity, amount, payment, buyerName, sellerName } = draft;
    const isBuyer = draft.buyerId === wish.userId;
    const balances = isBuyer ? null : await this.balances(wish.userId, advert.currencyId, quantity);
    return {
      side: isBuyer ? 'buy' : 'sell',
      price,
      number: quantity,
      deal_money: amount,
      coin_code: advert.fiat,
      currency_name: this.coins.codeOf(advert.currencyId),
      way: payment.way,
      window: advert.windowMinutes,
      name: isBuyer ? buyerName : sellerName,
      balance: balances?.now ?? '',
      balance_after: balances?.after ?? '',
    };
  }

  private async balances(
    userId: string,
    currencyId: number,
    quantity: string,
  ): Promise<{ now: string; after: string }> {
    const accounts = await this.ledger.balancesOf(userId);
    const now =
      accounts.find((account) => account.kind === 'spot' && account.currencyId === currencyId)?.balance ?? '0';
    const after = new Decimal(now).minus(quantity);
    if (after.isNegative()) throw new Refusal('ledger.insufficient-balance');
    return { now, after: after.toFixed() };
  }
}
