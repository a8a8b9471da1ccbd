import { nextFundingStamp } from '../../contract/rules/funding.rules.js';
import { ChargePositions } from '../../features/trading/funding/charge-positions.js';
import { FundingStore } from '../../features/trading/funding/funding.store.js';
import { ClosingOrders } from '../../features/trading/futures-orders/index.js';
import { ApplyForIeo } from '../../features/trading/ieo/apply-for-ieo.js';
import { PayForIeo } from '../../features/trading/ieo/pay-for-ieo.js';
import { ListSoldCoin } from '../../features/trading/ieo/index.js';
import { RedeemTrustOrder } from '../../features/trading/trust/redeem-trust-order.js';
import type { OfferTerms } from '../../features/trading/subscription/offer-terms.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { BTC_MARKET } from './futures-world.js';
import { anOffer, offerTerms } from './subscription.js';
import { putPremium } from './premiums.js';
import { aSale, listSale, type Sale, verifyUsers } from './ieo.js';
import type { FuturesOrder, OptionOrder, SpotOrderWish, TradingWorld } from './trading-world.js';

const ETH_MARKET = 2;
const DAY_MS = 86_400_000;
/** A trust product of 7 days is over after so many, and one of 15 is not. */
const TRUST_DAYS = 8;
const REDEEMED_AFTER = 6;
/** After a window that nothing was written for, nothing is waited for any more. */
const SECONDS_UNTIL_VOID = 110;
const DEMO = { demo: true };

/** Everything that can become of what is traded, real and demo. */
export class WholeBookTrades {
  constructor(private readonly world: TradingWorld) {}

  /** Trust orders that complete, are redeemed, and go on. */
  async lockFunds(): Promise<void> {
    const { world } = this;
    const { clock } = world.futures;
    const owner = await world.user('spot', '20000');
    await world.endow(owner, 'spot', '20000', DEMO);
    for (const demo of [false, true]) {
      await must(world.trust(owner, '1000', { demo, productId: await this.product('usdt-7') }));
      await must(world.trust(owner, '1500', { demo, productId: await this.product('usdt-15') }));
      await must(world.trust(owner, '2000', { demo, productId: await this.product('usdt-30') }));
    }
    for (let day = 1; day <= TRUST_DAYS; day += 1) {
      clock.advance(DAY_MS);
      await this.sweepTrust();
      if (day !== REDEEMED_AFTER) continue;
      const orders: { id: string }[] = await this.rows(
        `select o.id from trust_order o join trust_product p on p.id = o.product_id where p.code = 'usdt-15'`,
      );
      const redeem = world.futures.get(RedeemTrustOrder);
      for (const { id } of orders) await redeem.execute({ userId: owner, orderId: id, quoteId: null, key: null });
    }
  }

  /** Orders for new coins in every state: under review, passed, locked, released and returned. */
  async sellNewCoins(): Promise<void> {
    const { world } = this;
    const { clock } = world.futures;
    const [owner, stranger] = [await world.user('spot', '20000'), await world.user('spot', '20000')];
    await world.verify(owner);
    await world.verify(stranger);
    const offer = (changes: Partial<OfferTerms> = {}) => anOffer(world.source, offerTerms(clock.now(), changes));
    const bought = async (changes: Partial<OfferTerms> = {}, userId = owner): Promise<number> => {
      const id = await offer(changes);
      await must(world.subscribe(userId, id, '25'));
      return id;
    };
    const [free, housed, locked, gone] = [
      await bought({ lockDays: 1 }),
      await bought({ lockDays: 0, yieldSource: 'house' }),
      await bought(),
      await bought(),
    ];
    await must(world.subscribe(stranger, locked, '25'));
    await bought({
      endsAt: new Date(clock.now() + 60 * DAY_MS).toISOString(),
      launchesAt: new Date(clock.now() + 61 * DAY_MS).toISOString(),
    });
    await world.sweepSubscriptions();
    clock.advance(7 * DAY_MS);
    for (const id of [free, housed, locked]) await must(world.launchOffer(id));
    await must(world.cancelOffer(gone));
    await world.sweepSubscriptions();
    clock.advance(DAY_MS);
    await world.sweepSubscriptions();
    await bought({}, stranger);
  }

  /** A sale from its applications to its first release, of which one lot was not paid for and a second round was. */
  async sellCoins(): Promise<void> {
    const { clock } = this.world.futures;
    const sale = await aSale(this.world.source, { at: clock.now(), supply: 500, cap: 250 });
    clock.set(sale.applyFrom);
    const people = [
      await this.applicant(sale, '300'),
      await this.applicant(sale, '300'),
      await this.applicant(sale, '300'),
    ];
    await this.sweepSales(sale.applyUntil, sale.allotAt);
    for (const user of people.slice(1)) await this.payFor(user);
    await this.sweepSales(sale.payUntil);
    await this.payFor(people[1] as string);
    await this.sweepSales(sale.secondPayUntil, sale.listAt);
    const { futures } = this.world;
    const by = { list: futures.get(ListSoldCoin), transactions: futures.get(Transactions) };
    await listSale(sale.id, by);
    await this.sweepSales(sale.lockUntil);
  }

  /** A sale that people can apply for now, and one whose lots wait for the listing. */
  async offerCoins(): Promise<void> {
    const { clock } = this.world.futures;
    const now = clock.now();
    const stepMs = 600_000;
    clock.set(now - 6 * stepMs);
    const paid = await aSale(this.world.source, { at: clock.now(), stepMs, order: 1 });
    clock.set(paid.applyFrom);
    const user = await this.applicant(paid, '20');
    await this.sweepSales(paid.applyUntil, paid.allotAt);
    await this.payFor(user);
    clock.set(now - 120_000);
    const open = await aSale(this.world.source, { at: clock.now() });
    clock.set(now);
    await this.applicant(open, '40');
  }

  private async applicant({ id }: Sale, units: string): Promise<string> {
    const userId = await this.world.user('spot', '5000');
    await verifyUsers(this.world.source, [userId]);
    const apply = this.world.futures.get(ApplyForIeo);
    await apply.execute({ userId, projectId: id, units, agreed: true, demo: false, key: null });
    return userId;
  }

  private async payFor(userId: string): Promise<void> {
    const [application] = await this.rows<{ id: string }>(
      `select id from ieo_application where user_id = ${userId} order by id desc limit 1`,
    );
    const payment = { userId, applicationId: application?.id ?? '0', round: null, demo: false, key: null };
    await this.world.futures.get(PayForIeo).execute(payment);
  }

  private async sweepSales(...instants: number[]): Promise<void> {
    for (const instant of instants) {
      this.world.futures.clock.set(instant);
      for (let round = 0; round < 2; round += 1) await this.world.sweepIeo();
    }
  }

  async sweepTrust(): Promise<void> {
    for (;;) {
      const { accrued, completed } = await this.world.sweepTrust();
      if (accrued + completed === 0) return;
    }
  }

  /** Positions and orders in every state, one liquidation that leaves something and one that costs the fund, funding. */
  async tradeFutures(): Promise<void> {
    const { world } = this;
    const { futures } = world;
    this.price(60_000);
    await futures.insure('5000');
    const [owner, other, unlucky] = [await this.trader(), await this.trader(), await this.trader()];
    const isolated = { marketId: BTC_MARKET, side: 'long', lots: 10, leverage: 2, marginMode: 'isolated' } as const;
    for (const demo of [false, true]) {
      await this.futuresOrder(owner, { ...isolated, demo });
      await this.futuresOrder(other, { ...isolated, side: 'short', leverage: 5, marginMode: 'cross', demo });
      await this.futuresOrder(other, { ...isolated, limitPrice: '30000', demo });
      await this.futuresOrder(owner, { ...isolated, limitPrice: '31000', demo });
      await this.futuresOrder(owner, { ...isolated, marketId: ETH_MARKET, lots: 4, demo });
    }
    await this.changePositions(owner);
    await this.futuresOrder(unlucky, { ...isolated, leverage: 50 });
    this.price(59_050);
    await world.work([BTC_MARKET, ETH_MARKET]);
    this.price(59_050);
    await world.work([BTC_MARKET, ETH_MARKET]);
    this.price(60_000);
    await this.futuresOrder(unlucky, { ...isolated, leverage: 50 });
    // A limit order that its price reaches on the way.
    await this.futuresOrder(other, { ...isolated, leverage: 5, limitPrice: '55000' });
    for (const last of [52_000, 52_000]) {
      this.price(last);
      await world.work([BTC_MARKET, ETH_MARKET]);
    }
    await this.chargeFunding();
  }

  /** One more margin, one in part and one wholly closed, one order changed and taken back. */
  private async changePositions(owner: string): Promise<void> {
    const { futures } = this.world;
    for (const demo of [false, true]) {
      const rows = await futures.rows(owner, demo);
      const [whole, pending, held] = rows.map(({ positionId }) => positionId) as [string, string, string];
      await futures.amend(owner, pending, { lots: 3 });
      await futures.cancel(owner, pending);
      await futures.close1(owner, whole);
      await futures.close1(owner, held, { lots: 3 });
      const added = { userId: owner, positionId: held, amount: '25', key: null };
      await futures.commands.margin.execute(added);
      await this.changeClosing(owner, held);
    }
  }

  /** An order that waits to close lots, changed twice. */
  private async changeClosing(userId: string, positionId: string): Promise<void> {
    const { futures } = this.world;
    const orders = futures.get(ClosingOrders);
    await orders.place({ userId, positionId, lots: 4, price: '66000', key: null });
    const [closing] = (await futures.row(userId, positionId)).closings ?? [];
    const order = { userId, positionId, closingId: closing?.closingId ?? '', key: null };
    await orders.amend({ ...order, lots: 3, price: '66500', waiting: 4 });
    await orders.amend({ ...order, lots: 2, price: null, waiting: 3 });
  }

  private async chargeFunding(): Promise<void> {
    const { futures } = this.world;
    const stamp = new Date(nextFundingStamp(futures.clock.now()));
    // B.3: a mean premium of 0.0012 makes a rate of 0.0007.
    for (const [seconds, premium] of [
      [20, '0.0010'],
      [15, '0.0014'],
    ] as const) {
      const at = stamp.getTime() - seconds * 1000;
      await putPremium(this.world.source, { marketId: BTC_MARKET, at, premium, index: '52000' });
    }
    // The stamp may be the first second of a day: C17 looks at its mark only where the tape has the day before it, too.
    for (const milliseconds of [9000, 1000]) {
      futures.clock.set(stamp.getTime() - milliseconds);
      this.price(52_000);
      await this.world.write();
    }
    futures.clock.set(stamp.getTime() + 500);
    futures.refresh();
    const prices = { open: [{ from: 0, to: stamp.getTime() + 1 }], origins: ['live'] } as const;
    await futures.get(FundingStore).decide({ marketId: BTC_MARKET, stamp }, prices, new Date(futures.clock.now()));
    const charge = () => futures.get(ChargePositions).execute({ marketId: BTC_MARKET, stamp });
    await charge();
    futures.clock.set(stamp.getTime() + 60_000);
    futures.refresh();
    await charge();
  }

  /** Orders that rest, are filled at once and in part, and are cancelled by their owner and by the market. */
  async tradeSpot(): Promise<void> {
    const { world } = this;
    this.price(60_000);
    const owner = await world.user('spot', '50000');
    await world.endow(owner, 'spot', '50000', DEMO);
    const order = { marketId: BTC_MARKET, side: 'buy', quantity: '0.1', limitPrice: null } as const;
    for (const demo of [false, true]) {
      await this.spot(owner, { ...order, demo });
      await this.spot(owner, { ...order, side: 'sell', quantity: '0.02', demo });
      await this.spot(owner, { ...order, side: 'sell', quantity: '0.03', limitPrice: '70000', demo });
      await this.spot(owner, { ...order, limitPrice: '30000', demo });
      await this.spot(owner, { ...order, quantity: '0.05', limitPrice: '59000', demo });
    }
    const [last] = await this.rows<{ id: string }>(
      `select id from spot_order where user_id = ${owner} and not demo and limit_price = 30000`,
    );
    await must(world.cancelSpot(owner, last?.id as string));
    await must(world.stopSpot(owner, { side: 'sell', quantity: '0.01', triggerPrice: '58500', limitPrice: null }));
    await must(world.stopSpot(owner, { side: 'buy', quantity: '0.01', triggerPrice: '70000', limitPrice: '71000' }));
    const trail = { side: 'sell', quantity: '0.01', triggerPrice: null, trailPercent: '20', limitPrice: null } as const;
    await must(world.stopSpot(owner, trail));
    await must(world.amendStop(owner, { trailPercent: '18', amount: '0.008' }));
    const pair = { side: 'sell', quantity: '0.01', limitPrice: '90000', stopLimitPrice: null } as const;
    for (const triggerPrice of ['58600', '20000']) await must(world.pairSpot(owner, { ...pair, triggerPrice }));
    const exit = { takeProfit: '95000', stopLoss: '15000' };
    await this.spot(owner, { ...order, quantity: '0.01', exit });
    await this.spot(owner, { ...order, limitPrice: '28000' });
    await must(world.amendSpot(owner, { limitPrice: '29000', quantity: null }));
    this.price(58_000);
    await world.work([BTC_MARKET]);
  }

  /** Options that win, lose, tie, are voided and are open. */
  async buyOptions(): Promise<void> {
    const { world } = this;
    const owner = await world.user('option', '3000');
    await world.endow(owner, 'option', '3000', DEMO);
    await world.verify(owner);
    this.price(60_000);
    await world.write();
    for (const demo of [false, true]) {
      await this.option(owner, { marketId: BTC_MARKET, direction: 'rise', seconds: 60, stake: '100', demo });
      await this.option(owner, { marketId: BTC_MARKET, direction: 'fall', seconds: 60, stake: '120', demo });
      await this.option(owner, { marketId: ETH_MARKET, direction: 'rise', seconds: 60, stake: '50', demo });
    }
    await this.onlyBitcoin(SECONDS_UNTIL_VOID);
    await world.settle();
    await this.option(owner, { marketId: BTC_MARKET, direction: 'rise', seconds: 60, stake: '80' });
    await this.onlyBitcoin(65);
    await world.settle();
    for (const demo of [false, true]) {
      await this.option(owner, { marketId: BTC_MARKET, direction: 'fall', seconds: 60, stake: '70', demo });
    }
  }

  /** So many seconds pass in which nothing is known of any other market. The tape takes no sample that is late. */
  private async onlyBitcoin(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      this.world.sample(new Map([[BTC_MARKET, '60010.00']]));
      if (second % 10 === 9) await this.world.write();
    }
    await this.world.write();
  }

  private async product(code: string): Promise<number> {
    return (await this.rows<{ id: number }>(`select id from trust_product where code = '${code}'`))[0]?.id as number;
  }

  private async trader(): Promise<string> {
    const id = await this.world.user('contract', '20000');
    await this.world.endow(id, 'contract', '20000', DEMO);
    return id;
  }

  private price(last: number): void {
    this.world.sample(
      new Map([
        [BTC_MARKET, last.toFixed(2)],
        [ETH_MARKET, '3000.00'],
      ]),
    );
  }

  private option(userId: string, order: OptionOrder): Promise<void> {
    return must(this.world.option(userId, order));
  }

  private spot(userId: string, order: SpotOrderWish): Promise<void> {
    return must(this.world.spot(userId, order));
  }

  private futuresOrder(userId: string, order: FuturesOrder): Promise<void> {
    return must(this.world.futuresOrder(userId, order));
  }

  private rows<Row>(sql: string): Promise<Row[]> {
    return this.world.source.query(sql);
  }
}

/** What is refused would be missing in the book. */
async function must(command: Promise<boolean>): Promise<void> {
  if (!(await command)) throw new Error('The product refused what the book needs.');
}
