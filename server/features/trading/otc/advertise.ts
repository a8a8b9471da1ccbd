import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import {
  OTC_CASH_MINUTES,
  OTC_FIATS,
  OTC_INDEXED_FIAT,
  OTC_RATIO_MAX,
  OTC_RATIO_MIN,
  OTC_WAYS,
  type OtcFiat,
  type OtcWay,
  otcPriceDecimals,
  otcQuantityDecimals,
} from '../../../contract/rules/otc-market.rules.js';
import type { AdvertState, OtcAdvertTerms, OtcSide } from '../../../contract/trading/otc-market.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { CheckFundPassword } from '../../account/security/index.js';
import type { Caller } from '../../account/users/index.js';
import { requestedAmount } from '../../wallet/ledger/index.js';
import { OwnLimits } from '../../wallet/own-limits/index.js';
import { type AdvertTerms, AdvertsStore } from './adverts.store.js';
import { OpenBook } from './open-book.js';
import { PaymentsStore } from './payments.store.js';

/** Adverts of one merchant that are not closed. */
const ADVERTS_MAX = 20;
const RATIO_DECIMALS = 4;

/** Who steers where others' money goes brings the fund password. */
interface Proven {
  userId: string;
  /** Null: none was sent. */
  fundPassword: string | null;
  caller: Caller;
  key: string | null;
}

export interface AdvertWish extends Proven {
  side: OtcSide;
  currencyId: number;
  fiat: OtcFiat;
  terms: OtcAdvertTerms;
}

export interface AdvertChange extends Proven {
  id: string;
  terms: OtcAdvertTerms;
}

export interface AdvertStateChange extends Proven {
  id: string;
  state: AdvertState;
}

interface Frame {
  side: OtcSide;
  fiat: OtcFiat;
  scale: number;
}

/**
 * Adverts of merchants whom the desk has let in. They promise nothing: a seller's coins are held when somebody orders. What
 * they say, and that they are shown, is by the fund password: a stolen session sets no price.
 */
@Injectable()
export class Advertise {
  constructor(
    private readonly store: AdvertsStore,
    private readonly payments: PaymentsStore,
    private readonly openBook: OpenBook,
    private readonly ownLimits: OwnLimits,
    private readonly checkFundPassword: CheckFundPassword,
    private readonly commands: IdempotentCommands,
  ) {}

  /**
   * @returns its number.
   * @throws Refusal `otc.merchant-needed`, `otc.not-offered`, `otc.adverts-full`, those of the terms, of `CheckFundPassword` and, to
   * buy, of {@link OwnLimits.mayBuyCoins}.
   */
  async add({ key, fundPassword, caller, ...wish }: AdvertWish): Promise<string> {
    const { userId, side, currencyId, fiat, terms } = wish;
    const command = {
      userId,
      route: 'ctc/product/add',
      key,
      body: { ...wish, terms: { ...terms } },
      reply: TEXT_REPLY,
    };
    const prove = () => this.prove(userId, fundPassword, caller);
    return this.commands.runAfter(command, prove, async (tx) => {
      const at = await this.begin(tx, userId);
      const coin = (await this.store.coins(tx)).find((known) => known.currencyId === currencyId);
      if (!coin) throw new Refusal('otc.not-offered');
      // Nobody could take an advert of who has a break or a limit against it.
      if (side === 'buy') await this.ownLimits.mayBuyCoins(tx, { userId, currencyId, at });
      if ((await this.store.countOpen(tx, userId)) >= ADVERTS_MAX)
        throw new Refusal('otc.adverts-full', { most: ADVERTS_MAX });
      const read = await this.read(tx, userId, terms, { side, fiat, scale: coin.scale });
      return this.store.insert(tx, { ...read, merchantId: userId, side, currencyId, fiat, at });
    });
  }

  /** New terms; orders that there are keep theirs. @throws Refusal as {@link add}; `otc.advert-missing`, `otc.total-ordered`. */
  async change({ userId, id, terms, fundPassword, caller, key }: AdvertChange): Promise<void> {
    const command = { userId, route: 'ctc/product/update', key, body: { id, terms: { ...terms } } };
    const prove = () => this.prove(userId, fundPassword, caller);
    await this.commands.runAfter(command, prove, async (tx) => {
      const at = await this.begin(tx, userId);
      const advert = await this.store.lockOwn(tx, id, userId);
      if (!advert) throw new Refusal('otc.advert-missing');
      const read = await this.read(tx, userId, terms, advert);
      // What was ordered stays ordered: less in all than that would be offered once more when an order comes to nothing.
      const least = await this.store.ordered(tx, id);
      if (new Decimal(least).greaterThan(read.total)) throw new Refusal('otc.total-ordered', { least });
      await this.store.change(tx, id, read, at);
    });
  }

  /** Whoever takes an advert off needs nothing for it. @throws Refusal `otc.advert-missing`; to show one, as {@link add}. */
  async setState({ userId, id, state, fundPassword, caller, key }: AdvertStateChange): Promise<void> {
    const command = { userId, route: 'ctc/product/state', key, body: { id, state } };
    const prove = async () => {
      if (state === 'online') await this.prove(userId, fundPassword, caller);
    };
    await this.commands.runAfter(command, prove, async (tx) => {
      const at = await (state === 'online' ? this.begin(tx, userId) : this.openBook.alone(tx, userId));
      if (state === 'online') await this.assertMayShow(tx, { userId, id, at });
      if (!(await this.store.lockOwn(tx, id, userId))) throw new Refusal('otc.advert-missing');
      await this.store.setState(tx, id, state, at);
    });
  }

  /** Before a merchant's act; a try of somebody who is none counts no wrong password. */
  private async prove(userId: string, fundPassword: string | null, caller: Caller): Promise<void> {
    await this.assertMerchant(userId);
    await this.checkFundPassword.toLetGo(userId, fundPassword ?? '', caller);
  }

  private async begin(tx: Transaction, userId: string): Promise<Date> {
    const at = await this.openBook.begin(tx, userId);
    await this.assertMerchant(userId, tx);
    return at;
  }

  private async assertMerchant(userId: string, tx?: Transaction): Promise<void> {
    const merchant = await this.store.merchant(userId, tx);
    if (merchant?.status !== 'admitted') throw new Refusal('otc.merchant-needed');
  }

  /** What an advert says it does, and with which coin, never changes: it is read before the lock, which comes after the user's. */
  private async assertMayShow(
    tx: Transaction,
    { userId, id, at }: { userId: string; id: string; at: Date },
  ): Promise<void> {
    const advert = await this.store.find(id, tx);
    if (advert?.side !== 'buy' || advert.merchantId !== userId) return;
    await this.ownLimits.mayBuyCoins(tx, { userId, currencyId: advert.currencyId, at });
  }

  private async read(tx: Transaction, userId: string, terms: OtcAdvertTerms, frame: Frame): Promise<AdvertTerms> {
    const { side, fiat, scale } = frame;
    const [least, most] = [terms.min_number, terms.max_number].map((text, place) =>
      requestedAmount(text, OTC_FIATS[fiat], place === 0 ? 'min_number' : 'max_number'),
    ) as [string, string];
    if (new Decimal(least).greaterThan(most)) throw new Refusal('otc.advert-limits');
    const { ways, payments } = await this.paidBy(tx, userId, terms, side);
    if (ways.includes('cash') && terms.window !== String(OTC_CASH_MINUTES))
      throw new Refusal('otc.cash-window', { minutes: OTC_CASH_MINUTES });
    return {
      ...pricing(terms, fiat),
      total: requestedAmount(terms.total_number, otcQuantityDecimals(scale), 'total_number'),
      least,
      most,
      ways,
      payments,
      windowMinutes: Number.parseInt(terms.window, 10),
      terms: terms.terms ?? '',
    };
  }

  /** A seller is paid at own methods, one for each way; a buyer names ways, and where cash is handed over. */
  private async paidBy(
    tx: Transaction,
    userId: string,
    { way, payment_ids }: OtcAdvertTerms,
    side: OtcSide,
  ): Promise<{ payments: string[]; ways: OtcWay[] }> {
    if (side === 'sell') return this.paidTo(tx, userId, payment_ids);
    const ways = waysOf(way);
    if (!ways.includes('cash')) return { ways, payments: [] };
    const met = await this.paidTo(tx, userId, payment_ids);
    if (met.ways.join() !== 'cash') throw new Refusal('otc.place-missing');
    return { ways, payments: met.payments };
  }

  private async paidTo(tx: Transaction, userId: string, text = ''): Promise<{ payments: string[]; ways: OtcWay[] }> {
    const asked = text === '' ? [] : text.split(',');
    const known = await this.payments.own(userId, asked, tx);
    const ways = known.map(({ way }) => way);
    if (known.length === 0 || known.length < asked.length || new Set(ways).size < ways.length) {
      throw new Refusal('otc.payment-missing');
    }
    return { payments: known.map(({ id }) => id), ways };
  }
}

function pricing({ price, ratio }: OtcAdvertTerms, fiat: OtcFiat): Pick<AdvertTerms, 'price' | 'ratio'> {
  if ((price === undefined) === (ratio === undefined)) throw new Refusal('otc.advert-price');
  if (ratio === undefined) return { price: requestedAmount(price, otcPriceDecimals(fiat), 'price'), ratio: null };
  if (fiat !== OTC_INDEXED_FIAT) throw new Refusal('otc.floating-usd');
  const part = requestedAmount(ratio, RATIO_DECIMALS, 'ratio');
  if (new Decimal(part).lessThan(OTC_RATIO_MIN) || new Decimal(part).greaterThan(OTC_RATIO_MAX)) {
    throw new Refusal('otc.ratio-range', { least: OTC_RATIO_MIN, most: OTC_RATIO_MAX });
  }
  return { price: null, ratio: part };
}

function waysOf(text = ''): OtcWay[] {
  const asked = text.split(',');
  const known = OTC_WAYS.filter((way) => asked.includes(way));
  if (known.length === 0 || known.length !== asked.length) throw new Refusal('otc.payment-missing');
  return known;
}
