import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Decimal } from '../../../contract/decimal.js';
import { parseAmount } from '../../../contract/money.js';
import type {
  OtcCoinPage,
  OtcCoinRow,
  OtcCoinsRequest,
  ProposeOtcCoinRequest,
} from '../../../contract/operations/otc.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { OTC_LIMIT_WORTH_MAX, otcQuantityDecimals, wrongOtcLimit } from '../../../contract/rules/otc-market.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { UsdtPrices } from '../../wallet/balances/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, SecondPerson } from '../review/index.js';
import { type OtcCoin, OtcCoinsStore, type OtcCoinTerms } from './otc-coins.store.js';

const SCALE = 18;
/** A price that is older judges nothing. */
const PRICE_AGE_MAX_MS = 600_000;
const quantity = z.string().refine((text) => text === '0' || parseAmount(text, SCALE).problem === null);
const coinDetail = z.object({
  coin: z.string(),
  leastQuantity: quantity,
  secondPersonAbove: quantity,
  enabled: z.boolean(),
  sort: z.number().int().min(0).max(9999),
});

/** Which coins are traded between users and within which limits: proposed by one operator, agreed to by another one. */
@Injectable()
export class SetOtcCoins {
  constructor(
    private readonly store: OtcCoinsStore,
    private readonly prices: UsdtPrices,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
  ) {}

  async list(request: OtcCoinsRequest): Promise<OtcCoinPage> {
    const { page, limit } = pageAsked(request);
    const search = request.search?.trim() || null;
    const [coins, total] = await Promise.all([
      this.store.list(search, limit, (page - 1) * limit),
      this.store.count(search),
    ]);
    const list = coins.map(
      ({ scale, ...coin }): OtcCoinRow => ({
        ...coin,
        decimals: otcQuantityDecimals(scale),
        price: this.priceOf(coin.coin),
      }),
    );
    return { list, total, page, limit };
  }

  /**
   * @returns the proposal's number.
   * @throws Refusal `operations.not-found`, `operations.nothing-changed`, `operations.proposal-open`, and those of the limits.
   */
  propose(actor: ActingOperator, request: ProposeOtcCoinRequest, key: string | null): Promise<string> {
    const { currencyId, reason, ...asked } = request;
    const command = { userId: actor.operatorId, route: 'ops/otc-coins', key, body: request, reply: TEXT_REPLY };
    return this.commands.run(command, async (tx) => {
      const coin = await this.judge(tx, currencyId, asked);
      if (isSame(coin, asked)) throw new Refusal('operations.nothing-changed');
      const detail = { coin: coin.coin, ...asked };
      const subjectId = String(currencyId);
      const id = await this.second.propose(tx, actor, { kind: 'otc-coin', subjectId, userId: null, detail, reason });
      const line = { action: 'otc-coin.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, about: subjectId, reason } });
      return id;
    });
  }

  /** Within the transaction of the second person's decision: the limits are judged again. @throws Refusal as {@link propose}. */
  async apply(tx: Transaction, subjectId: string | null, detail: Record<string, unknown>): Promise<void> {
    const { data } = coinDetail.safeParse(detail);
    if (!data) throw new Refusal('operations.not-found');
    const { coin: _coin, ...terms } = data;
    const currencyId = Number.parseInt(subjectId ?? '0', 10);
    await this.judge(tx, currencyId, terms);
    await this.store.set(tx, currencyId, terms);
  }

  /** @throws Refusal `operations.not-found`, `request.invalid`, `otc.coin-unpriced`, `otc.limit-worth`. */
  private async judge(tx: Transaction, currencyId: number, terms: OtcCoinTerms): Promise<OtcCoin> {
    const coin = await this.store.find(tx, currencyId);
    if (!coin) throw new Refusal('operations.not-found');
    // To take a coin away needs no price of it.
    if (!terms.enabled && coin.enabled && hasSameLimits(coin, terms)) return coin;
    const price = this.priceOf(coin.coin);
    if (price === null) throw new Refusal('otc.coin-unpriced', { coin: coin.coin });
    const wrong = wrongOtcLimit(terms, { scale: coin.scale, price });
    if (wrong?.why === 'invalid') throw new Refusal('request.invalid', { field: wrong.field });
    if (wrong) throw new Refusal('otc.limit-worth', { maximum: OTC_LIMIT_WORTH_MAX[wrong.field] });
    return coin;
  }

  private priceOf(code: string): string | null {
    const known = this.prices.of(code);
    return known === null || known.ageMs > PRICE_AGE_MAX_MS ? null : known.price;
  }
}

function hasSameLimits(coin: OtcCoin, { leastQuantity, secondPersonAbove }: OtcCoinTerms): boolean {
  const { leastQuantity: least, secondPersonAbove: above } = coin;
  if (least === null || above === null) return false;
  return new Decimal(least).equals(leastQuantity) && new Decimal(above).equals(secondPersonAbove);
}

function isSame(coin: OtcCoin, terms: OtcCoinTerms): boolean {
  return hasSameLimits(coin, terms) && coin.enabled === terms.enabled && coin.sort === terms.sort;
}
