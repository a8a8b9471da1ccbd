import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { ProposeIeoRequest } from '../../../contract/operations/ieo.dto.js';
import { IEO_SPANS, IEO_SPANS_SHORT, type IeoSpans, spanText, wrongDate } from '../../../contract/rules/ieo.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Config, hasShortSales } from '../../../platform/config/config.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ListCoin } from '../../markets/listing/index.js';
import { WalletCatalog } from '../../wallet/balances/index.js';

const LARGEST_SALE = 1_000_000_000_000n;
/** Of one coin: with the largest sale it still is a number that the books can hold. */
const HIGHEST_PRICE = 10_000_000;
/** What listing says of a coin, by the names that a sale's terms have for it. */
const FIELDS = { scale: 'coinScale', code: 'coinCode' } as const;

function tooSoon({ name, span }: { name: string; span: number }): Refusal {
  return new Refusal('ieo.date-too-soon', { field: name, span: spanText(span) });
}

/** Whether a sale can be held as it is proposed, and its coin be listed afterwards. */
@Injectable()
export class SaleTerms {
  constructor(
    private readonly listCoin: ListCoin,
    private readonly catalog: WalletCatalog,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `ieo.terms` naming the field, `ieo.date-too-soon`, and as {@link assertListable}. */
  async judge(tx: Transaction, terms: ProposeIeoRequest): Promise<void> {
    const early = wrongDate(terms, { now: this.clock.now(), spans: this.spans() });
    if (early !== null) throw tooSoon(early);
    const field = this.wrongTerm(terms);
    if (field !== null) throw new Refusal('ieo.terms', { field });
    await this.assertListable(tx, { code: terms.coinCode, scale: terms.coinScale }, 'look');
  }

  /**
   * Whether there is still the time to read of a sale that is agreed on now: it may have been proposed long ago. What lies between
   * its dates was judged then, and does not change.
   * @throws Refusal `ieo.date-too-soon`.
   */
  assertReadable(applyFrom: number): void {
    const span = this.spans().applyFrom;
    // An instant that is none is never late enough.
    if (!(applyFrom >= this.clock.now() + span)) throw tooSoon({ name: 'applyFrom', span });
  }

  private spans(): IeoSpans {
    return hasShortSales(this.config.values) ? IEO_SPANS_SHORT : IEO_SPANS;
  }

  /** `lock` where the sale begins by it. @throws Refusal `ieo.terms` for a coin that could not be listed. */
  async assertListable(tx: Transaction, coin: { code: string; scale: number }, how: 'look' | 'lock'): Promise<void> {
    if (how === 'lock') await this.listCoin.lock(tx, coin.code);
    const wrong = await this.listCoin.wrongOf(tx, coin);
    if (wrong !== null) throw new Refusal('ieo.terms', { field: FIELDS[wrong] });
  }

  /** The first field that contradicts another one; null: none does. */
  private wrongTerm(terms: ProposeIeoRequest): keyof ProposeIeoRequest | null {
    const [coinSupply, supply, least, most, cap] = [
      terms.coinSupply,
      terms.supply,
      terms.least,
      terms.most,
      terms.cap,
    ].map(BigInt) as [bigint, bigint, bigint, bigint, bigint];
    const known = this.catalog.currencies();
    const coin = known.find(({ code }) => code === terms.coinCode);
    const payment = known.find(({ id, accounts }) => id === terms.payCurrencyId && accounts.includes('spot'));
    const price = new Decimal(terms.price);
    if (supply > coinSupply || supply > LARGEST_SALE) return 'supply';
    if (most < least || most > supply) return 'most';
    if (cap < least) return 'cap';
    if (!payment || payment.id === coin?.id) return 'payCurrencyId';
    if (price.isZero() || price.decimalPlaces() > payment.scale || price.gt(HIGHEST_PRICE)) return 'price';
    return new Set(terms.texts.map(({ language }) => language)).size === terms.texts.length ? null : 'texts';
  }
}
