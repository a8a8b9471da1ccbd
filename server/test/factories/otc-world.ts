import { createHmac, randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { DataSource } from 'typeorm';
import type { OtcWay } from '../../contract/rules/otc-market.rules.js';
import type { OtcEvent } from '../../contract/rules/otc-order.rules.js';
import type { OtcSide } from '../../contract/trading/otc-market.dto.js';
import { ReceiveUpload } from '../../features/account/uploads/receive-upload.js';
import { Advertise } from '../../features/trading/otc/advertise.js';
import { AppealOtcOrder } from '../../features/trading/otc/appeal-otc-order.js';
import { AddPayment } from '../../features/trading/otc/add-payment.js';
import { MoveOtcOrder, type PlainStep } from '../../features/trading/otc/move-otc-order.js';
import { type OtcOrderRow, OtcOrdersStore } from '../../features/trading/otc/otc-orders.store.js';
import { PlaceOtcOrder } from '../../features/trading/otc/place-otc-order.js';
import { EndOtcOrder, type FinalStep } from '../../features/trading/otc/end-otc-order.js';
import { SayInOtcOrder } from '../../features/trading/otc/say-in-otc-order.js';
import { StepOtcOrder } from '../../features/trading/otc/step-otc-order.js';
import { SweepOtcOrders } from '../../features/trading/otc/sweep-otc-orders.js';
import { Ledger } from '../../features/wallet/ledger/index.js';
import { Clock } from '../../platform/clock/clock.js';
import { Config } from '../../platform/config/config.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import type { TestDatabase } from '../database.js';
import { FakeClock } from '../fakes/fake-clock.js';
import { fund, USDT } from './ledger.js';
import { aPhoto } from './pictures.js';
import { aUser, type TestUser } from './users.js';

export const PIN = '582913';
const NAMES = ['Ann Example', 'Bert Sample', 'Carla Model', 'Dora Pattern'];

/** As the product hashes passwords, with less work: whoever checks it goes by the parameters in its text. */
function cheapHash(password: string, pepper: string): Promise<string> {
  const peppered = createHmac('sha256', pepper).update(password).digest('hex');
  return hash(peppered, { memoryCost: 64, timeCost: 1, parallelism: 1 });
}

export interface Money {
  spot: string;
  frozen: string;
}

/** The whole product with a clock that a test moves, and everything that people do who trade with each other. */
export class OtcWorld {
  private people = 0;

  private constructor(
    readonly app: TestApp,
    readonly clock: FakeClock,
    private readonly pinHash: string,
  ) {}

  static async open(environment: Record<string, string> = {}, shared?: TestDatabase): Promise<OtcWorld> {
    const settings = { ROLES: 'gateway', LOG_LEVEL: process.env.TEST_LOG ?? 'silent', DATABASE_POOL_SIZE: '10' };
    const app = await bootApp({ ...settings, RATE_FACTOR: '1000000', ...environment }, shared);
    const clock = new FakeClock(Math.floor(Date.now() / 1000) * 1000);
    app.application.get(Clock).now = () => clock.now();
    const pinHash = await cheapHash(PIN, app.application.get(Config).values.PASSWORD_PEPPER);
    return new OtcWorld(app, clock, pinHash);
  }

  /** In a product that runs already, by its clock. */
  static async over(app: TestApp, clock: FakeClock): Promise<OtcWorld> {
    return new OtcWorld(app, clock, await cheapHash(PIN, app.application.get(Config).values.PASSWORD_PEPPER));
  }

  get source(): DataSource {
    return this.app.owner;
  }

  get<Service>(type: abstract new (...parameters: never[]) => Service): Service {
    return this.app.application.get(type);
  }

  /** Looks at the books before it is gone, and at what adverts offer: that is no money, and in no book. */
  async close(): Promise<void> {
    const offeredTwice = await this.source.query(
      `select a.id::text, a.total, a.surplus from otc_advert a
        where a.surplus > greatest(a.total - (
          select coalesce(sum(o.quantity), 0) from otc_order o where o.advert_id = a.id and o.status <> 5), 0)`,
    );
    await closeInOrder(this.app, ['P01', 'P02', 'P03', 'P04', 'P11', 'P12', 'P13']);
    expect(offeredTwice).toEqual([]);
  }

  /** Verified, with a fund password. */
  async aPerson({ funds = '0', verified = true } = {}): Promise<TestUser> {
    const user = await aUser(this.source);
    await this.source.query(
      'insert into account_fund_password (user_id, password_hash, set_at) values ($1, $2, now())',
      [user.userId, this.pinHash],
    );
    if (verified) await this.verify(user.userId);
    if (funds !== '0') await fund(this.source, user.userId, funds);
    return user;
  }

  async aMerchant(funds = '0'): Promise<TestUser> {
    const user = await this.aPerson({ funds });
    await this.source.query(
      `insert into otc_merchant (user_id, nickname, nickname_key, status, applied_at, decided_at)
       values ($1, $2, $2, 'admitted', now(), now())`,
      [user.userId, `trader${user.userId}`],
    );
    return user;
  }

  payment({ userId }: TestUser, way: OtcWay = 'bank'): Promise<string> {
    const place = way === 'cash' ? '48.13743,11.57549' : '';
    const details = { account: `ACC-${userId}`, bank: 'First Bank', branch: '', place };
    const proof = { fundPassword: PIN, caller: { ip: '127.0.0.1', userAgent: 'test' } };
    return this.get(AddPayment).execute({ userId, way, ...details, ...proof, key: randomUUID() });
  }

  /** Of 1,000 USDT at 7.1 CNY, 10 to 5,000 CNY an order. */
  async advert(
    merchant: TestUser,
    {
      side = 'sell' as OtcSide,
      price = '7.1',
      total = '1000',
      least = '10',
      most = '5000',
      window = '30',
      way = 'bank' as OtcWay,
    } = {},
  ): Promise<string> {
    const isOwn = side === 'sell' || way === 'cash';
    const own = isOwn ? { payment_ids: await this.payment(merchant, way) } : {};
    const paid = side === 'sell' ? own : { way, ...own };
    const terms = { price, total_number: total, min_number: least, max_number: most, window, ...paid };
    return this.get(Advertise).add({
      userId: merchant.userId,
      side,
      currencyId: USDT,
      fiat: 'CNY',
      terms,
      fundPassword: PIN,
      caller: { ip: '127.0.0.1', userAgent: 'test' },
      key: randomUUID(),
    });
  }

  take(
    { userId }: TestUser,
    advertId: string,
    {
      value = '710',
      means = 'money' as 'money' | 'number',
      way = null as OtcWay | null,
      paymentId = null as string | null,
      price = '7.1' as string | null,
      pin = PIN as string | null,
      key = randomUUID() as string,
    } = {},
  ): Promise<string> {
    const wish = { userId, advertId, value, means, way, paymentId, shownPrice: price };
    const caller = { ip: '127.0.0.1', userAgent: 'test' };
    return this.get(PlaceOtcOrder).execute({ wish, fundPassword: pin, caller, key });
  }

  move({ userId }: TestUser, orderId: string, event: PlainStep, key = randomUUID() as string): Promise<void> {
    return this.get(MoveOtcOrder).execute({ userId, orderId, event, key });
  }

  release(user: TestUser, orderId: string, given: { pin?: string; key?: string } = {}): Promise<void> {
    return this.end(user, orderId, 'release', given);
  }

  concede(user: TestUser, orderId: string, given: { pin?: string; key?: string } = {}): Promise<void> {
    return this.end(user, orderId, 'concede', given);
  }

  private end(
    { userId }: TestUser,
    orderId: string,
    event: FinalStep,
    { pin = PIN, key = randomUUID() as string },
  ): Promise<void> {
    const caller = { ip: '127.0.0.1', userAgent: 'test' };
    return this.get(EndOtcOrder).execute({ userId, orderId, event, fundPassword: pin, caller, key });
  }

  appeal({ userId }: TestUser, orderId: string, pictures: string[] = []): Promise<void> {
    const said = { reason: 'not-released', text: 'The money has left my account.', pictures };
    return this.get(AppealOtcOrder).execute({ userId, orderId, event: 'appeal', ...said, key: randomUUID() });
  }

  async reopen(user: TestUser, orderId: string, pictures?: string[]): Promise<void> {
    const said = { reason: 'had-paid', text: 'I had paid.', pictures: pictures ?? [await this.upload(user)] };
    await this.get(AppealOtcOrder).execute({
      userId: user.userId,
      orderId,
      event: 'reopen',
      ...said,
      key: randomUUID(),
    });
  }

  say({ userId }: TestUser, orderId: string, text: string | null, picture: string | null = null): Promise<void> {
    return this.get(SayInOtcOrder).execute({ userId, orderId, text, picture, key: randomUUID() });
  }

  /** A step by the clock or an operator, whose decision about who may is another's. */
  async step(
    orderId: string,
    event: OtcEvent,
    by: 'clock' | { operatorId: string } | { userId: string },
  ): Promise<void> {
    await this.get(Transactions).run((tx) => this.get(StepOtcOrder).execute(tx, { orderId, event, by }));
  }

  sweep(): Promise<number> {
    return this.get(SweepOtcOrders).execute();
  }

  pass(minutes: number): void {
    this.clock.advance(minutes * 60_000);
  }

  async order(id: string): Promise<OtcOrderRow> {
    return (await this.get(OtcOrdersStore).find(id)) as OtcOrderRow;
  }

  async money({ userId }: TestUser): Promise<Money> {
    const rows = await this.get(Ledger).balancesOf(userId);
    const of = (name: string) =>
      rows.find(({ kind, currencyId }) => kind === name && currencyId === USDT)?.balance ?? '0';
    return { spot: of('spot'), frozen: of('spot_frozen') };
  }

  /** What is left of an advert. */
  async surplus(advertId: string): Promise<string> {
    const rows = await this.source.query('select trim_scale(surplus)::text as left from otc_advert where id = $1', [
      advertId,
    ]);
    return rows[0].left;
  }

  /** What the user's page was told, in order. */
  async publishedEvents({ userId }: TestUser, kind = 'c2c'): Promise<Record<string, unknown>[]> {
    const rows: { payload: Record<string, unknown> }[] = await this.source.query(
      'select payload from outbox where user_id = $1 and kind = $2 order by sequence',
      [userId, kind],
    );
    return rows.map(({ payload }) => payload);
  }

  async upload({ userId }: TestUser): Promise<string> {
    const bytes = await aPhoto({ width: 64, height: 48 });
    return this.get(ReceiveUpload).execute({ userId, purpose: 'otc', bytes });
  }

  private async verify(userId: string): Promise<void> {
    const name = NAMES[this.people++ % NAMES.length];
    await this.source.query(
      `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
         id_number_digest, address, submitted_at, decided_at)
       values ($1, 'basic', 'under-review', 1, 'DE', $3, 'passport', $2, sha256($2), 'Street 1', now(), null)`,
      [userId, Buffer.from(`id of ${userId}`), name],
    );
    await this.source.query(
      `update verification_case set status = 'verified', version = version + 1, decided_at = now() where user_id = $1`,
      [userId],
    );
  }
}
