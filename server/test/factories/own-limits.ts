import type { LimitKind, LimitPeriod, BreakSpan } from '../../contract/rules/own-limits.rules.js';
import { BuyOption } from '../../features/trading/options/buy-option.js';
import { PlaceSpotStop } from '../../features/trading/spot/place-spot-stop.js';
import { SubmitSpotOrder } from '../../features/trading/spot/submit-spot-order.js';
import { BuyTrustProduct } from '../../features/trading/trust/buy-trust-product.js';
import { GetOwnLimits } from '../../features/wallet/own-limits/get-own-limits.js';
import { SetOwnLimit } from '../../features/wallet/own-limits/set-own-limit.js';
import { TakeBreak } from '../../features/wallet/own-limits/take-break.js';
import { Refusal } from '../../platform/http/refusal.js';
import { BTC_MARKET } from './futures-world.js';
import { giveMoney } from './given-money.js';
import { aUserId, USDT } from './ledger.js';
import type { TradingWorld } from './trading-world.js';

const CALLER = { ip: '192.0.2.1', userAgent: '' };
const HOUR_MS = 3_600_000;
const ACCOUNTS = ['spot', 'option', 'contract', 'trust'];

let keys = 0;
const aKey = (): string => `own-limits-${process.pid}-${(keys += 1)}`;

/** `done`, or the code of the refusal. */
export async function outcome(command: Promise<unknown>): Promise<string> {
  try {
    await command;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** What opens risk, by name, each of 100 USDT or a little more. */
export type Opening =
  | 'option'
  | 'contract'
  | 'contract that waits'
  | 'purchase'
  | 'purchase that waits'
  | 'stop'
  | 'trust';

/** People who forbid themselves something, and what they do all the same. */
export class LimitedPeople {
  constructor(readonly world: TradingWorld) {}

  /** Verified, with money on all accounts. */
  async person(amount = '100000'): Promise<string> {
    const { source, futures } = this.world;
    const userId = await aUserId(source);
    await source.query('update account_user set created_at = $2 where id = $1', [
      userId,
      new Date(futures.clock.now() - 365 * 24 * HOUR_MS),
    ]);
    await source.transaction(async (tx) => {
      for (const demo of [false, true]) {
        for (const kind of ACCOUNTS)
          await giveMoney((sql, values) => tx.query(sql, values), [userId], { kind, amount, demo });
      }
    });
    // Its pages know of the money.
    await source.query(
      `select outbox_append(a.owner_id, 'balance', balance_event(a.demo, a.kind, a.currency_id, a.balance, a.balance, a.sequence,
                'test.move', 0), now()) from ledger_account a where a.owner_id = $1`,
      [userId],
    );
    await this.world.verify(userId);
    return userId;
  }

  set(userId: string, kind: LimitKind, amount: string | null, period: LimitPeriod = 'day'): Promise<string> {
    return outcome(this.world.futures.get(SetOwnLimit).execute({ userId, kind, period, amount, caller: CALLER }));
  }

  callBack(userId: string, kind: LimitKind, period: LimitPeriod = 'day'): Promise<string> {
    return outcome(this.world.futures.get(SetOwnLimit).callBack({ userId, kind, period, caller: CALLER }));
  }

  takeBreak(userId: string, span: BreakSpan, fundPassword = ''): Promise<string> {
    return outcome(this.world.futures.get(TakeBreak).execute(userId, { span, fundPassword }, CALLER));
  }

  state(userId: string) {
    return this.world.futures.get(GetOwnLimits).execute(userId);
  }

  async limit(userId: string, kind: LimitKind, period: LimitPeriod = 'day') {
    return (await this.state(userId)).limits.find((each) => each.kind === kind && each.period === period);
  }

  /** An option of a stake. */
  stake(userId: string, stake: string, demo = false): Promise<string> {
    const wish = { marketId: BTC_MARKET, currencyId: USDT, direction: 'rise' as const, seconds: 60, stake, demo };
    return outcome(this.world.futures.get(BuyOption).execute({ ...wish, userId, quoteId: null, key: aKey() }));
  }

  /** Prices are said again, so that they are young enough. */
  async fresh(): Promise<void> {
    this.world.sample(new Map([[BTC_MARKET, '50000']]));
    await this.world.write();
  }

  open(userId: string, opening: Opening, demo = false): Promise<string> {
    const { futures } = this.world;
    const { base, quote } = this.world.market(BTC_MARKET);
    const pair = { baseCurrencyId: base.id, quoteCurrencyId: quote.id, demo };
    const option = {
      marketId: BTC_MARKET,
      currencyId: USDT,
      direction: 'rise' as const,
      seconds: 60,
      stake: '100',
    };
    const order = { lots: 2, leverage: 10, demo };
    const buy = (limitPrice: string | null) => ({ ...pair, side: 'buy' as const, quantity: '0.002', limitPrice });
    const spot = (limitPrice: string | null) =>
      futures.get(SubmitSpotOrder).execute({ userId, wish: buy(limitPrice), worstPrice: null, key: aKey() });
    const all: Record<Opening, () => Promise<unknown>> = {
      option: () => futures.get(BuyOption).execute({ ...option, demo, userId, quoteId: null, key: aKey() }),
      contract: () => futures.submit(userId, order),
      'contract that waits': () => futures.submit(userId, { ...order, isLimit: true, limitPrice: '49000' }),
      purchase: () => spot(null),
      'purchase that waits': () => spot('49000'),
      stop: () => futures.get(PlaceSpotStop).execute(userId, { ...buy('51100'), triggerPrice: '51000' }, aKey()),
      trust: () =>
        futures.get(BuyTrustProduct).execute({ userId, productId: 2, amount: '100', demo, agreed: true, key: aKey() }),
    };
    return outcome(all[opening]());
  }
}
