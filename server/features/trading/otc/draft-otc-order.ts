import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import {
  isWorsePrice,
  type OtcFiat,
  OTC_FIATS,
  type OtcSize,
  type OtcWay,
  otcQuantityDecimals,
  otcSizeOfCoins,
  otcSizeOfMoney,
} from '../../../contract/rules/otc-market.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { VerificationLevels } from '../../account/verification/index.js';
import { requestedAmount } from '../../wallet/ledger/index.js';
import { type AdvertRow, AdvertsStore } from './adverts.store.js';
import { MayLetGo } from './may-let-go.js';
import { PaymentsStore, type PaymentRow } from './payments.store.js';
import { PriceAdvert } from './price-advert.js';

export interface OtcWish {
  userId: string;
  advertId: string;
  /** As it was typed: money or a number of coins. */
  value: string;
  means: 'money' | 'number';
  /** Null: the advert's first. */
  way: OtcWay | null;
  /** Of who sells: an own payment method. */
  paymentId: string | null;
  /** The price that was shown; null: any. */
  shownPrice: DecimalText | null;
}

/** An order as it would be. */
export interface OtcDraft extends OtcSize {
  advert: AdvertRow;
  price: DecimalText;
  buyerId: string;
  sellerId: string;
  buyerName: string;
  sellerName: string;
  payment: PaymentRow;
}

/** What an order would be, and whether it may be: asked by the preview, and again by the order inside its transaction. */
@Injectable()
export class DraftOtcOrder {
  constructor(
    private readonly store: AdvertsStore,
    private readonly payments: PaymentsStore,
    private readonly priceAdvert: PriceAdvert,
    private readonly levels: VerificationLevels,
    private readonly mayLetGo: MayLetGo,
  ) {}

  /**
   * @throws Refusal `verification.required`, `otc.not-offered`, `otc.own-advert`, `otc.no-price`, `otc.price-moved`,
   * `otc.below-limit`, `otc.above-limit`, `otc.not-enough`, `otc.payment-missing`, `request.invalid`, `ledger.too-many-decimals`,
   * those of {@link MayLetGo}.
   */
  async execute(wish: OtcWish, tx?: Transaction): Promise<OtcDraft> {
    const advert = await this.store.find(wish.advertId, tx);
    if (!advert?.open) throw new Refusal('otc.not-offered');
    if (advert.merchantId === wish.userId) throw new Refusal('otc.own-advert');
    const price = this.price(advert, wish);
    const size = sizeOf(wish, advert, price);
    assertWithin(size, advert);
    const [buyerId, sellerId] =
      advert.side === 'sell' ? [wish.userId, advert.merchantId] : [advert.merchantId, wish.userId];
    const [buyerName, sellerName] = await this.names(wish.userId, [buyerId, sellerId], tx);
    await this.mayLetGo.assertBoth({ takerId: wish.userId, buyerId, sellerId }, tx);
    const payment = await this.payment(advert, wish, tx);
    return { ...size, advert, price, buyerId, sellerId, buyerName, sellerName, payment };
  }

  private price(advert: AdvertRow, { shownPrice }: OtcWish): DecimalText {
    const price = this.priceAdvert.of(advert);
    if (price === null) throw new Refusal('otc.no-price');
    if (shownPrice !== null && isWorsePrice(advert.side, shownPrice, price))
      throw new Refusal('otc.price-moved', { price });
    return price;
  }

  /** As whom the two are verified. Of a merchant who is no longer, nothing can be taken. */
  private async names(taker: string, [buyer, seller]: [string, string], tx?: Transaction): Promise<[string, string]> {
    const buyerName = await this.levels.nameOf(buyer, tx);
    const sellerName = await this.levels.nameOf(seller, tx);
    if ((taker === buyer ? buyerName : sellerName) === null) throw new Refusal('verification.required');
    if (buyerName === null || sellerName === null) throw new Refusal('otc.not-offered');
    return [buyerName, sellerName];
  }

  /** Where the seller is paid: the merchant's own, or the one that the taker names. Cash is handed over where the advert says. */
  private async payment(advert: AdvertRow, { userId, way, paymentId }: OtcWish, tx?: Transaction): Promise<PaymentRow> {
    const isMerchants = advert.side === 'sell' || (way ?? advert.ways[0]) === 'cash';
    const ids = isMerchants ? advert.payments : paymentId === null ? [] : [paymentId];
    const known = await this.payments.own(isMerchants ? advert.merchantId : userId, ids, tx);
    const fits = (one: PaymentRow) => advert.ways.includes(one.way) && (way === null || one.way === way);
    const found = known.find((one) => fits(one) && (isMerchants || one.way !== 'cash'));
    if (!found) throw new Refusal('otc.payment-missing');
    return found;
  }
}

function sizeOf({ value, means }: OtcWish, { fiat, scale }: AdvertRow, price: DecimalText): OtcSize {
  const terms = { price, fiat: fiat satisfies OtcFiat, scale };
  if (means === 'number') {
    return otcSizeOfCoins(requestedAmount(value, otcQuantityDecimals(scale), 'value'), terms);
  }
  const size = otcSizeOfMoney(requestedAmount(value, OTC_FIATS[fiat], 'value'), terms);
  if (size === null) throw new Refusal('request.invalid', { field: 'value' });
  return size;
}

function assertWithin({ quantity, amount }: OtcSize, advert: AdvertRow): void {
  const [money, coins] = [new Decimal(amount), new Decimal(quantity)];
  if (money.lessThan(advert.least)) throw new Refusal('otc.below-limit', { minimum: advert.least });
  if (money.greaterThan(advert.most)) throw new Refusal('otc.above-limit', { maximum: advert.most });
  if (coins.lessThan(advert.leastQuantity)) throw new Refusal('otc.below-quantity', { minimum: advert.leastQuantity });
  if (coins.greaterThan(advert.offered)) throw new Refusal('otc.not-enough', { left: advert.offered });
}
