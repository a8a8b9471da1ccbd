import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { otcFloatingPrice } from '../../../contract/rules/otc-market.rules.js';
import { MarketCatalog, TradableMarkets } from '../../markets/market-board/index.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import type { AdvertRow } from './adverts.store.js';

const USDT = 'USDT';

/** What a coin of an advert costs at this moment. */
@Injectable()
export class PriceAdvert {
  constructor(
    private readonly markets: TradableMarkets,
    private readonly catalog: MarketCatalog,
    private readonly coins: WalletCatalog,
  ) {}

  /** Null: it follows an index that is not known now, or that may not move real money. */
  of({ price, ratio, currencyId }: Pick<AdvertRow, 'price' | 'ratio' | 'currencyId'>): DecimalText | null {
    if (price !== null) return price;
    const index = ratio === null ? null : this.index(this.coins.codeOf(currencyId));
    if (index === null || ratio === null) return null;
    const floating = otcFloatingPrice(index, ratio);
    return new Decimal(floating).isZero() ? null : floating;
  }

  /** A sound index in USDT. One USDT is one USDT. */
  private index(code: string): DecimalText | null {
    if (code === USDT) return '1';
    const market = this.catalog.bySymbol(`${code}/${USDT}`);
    const priced = market ? this.markets.look({ marketId: market.id, product: 'spot', demo: false }) : null;
    return priced?.indexState === 'ok' ? priced.index : null;
  }
}
