import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import type { OtcEvidencePackView } from '../../../contract/trading/otc-orders.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { OtcWorld, PIN } from '../../../test/factories/otc-world.js';
import type { TestUser } from '../../../test/factories/users.js';
import { USDT } from '../../../test/factories/ledger.js';
import { AddPayment } from './add-payment.js';
import { Advertise } from './advertise.js';
import { GetOtcOrders } from './get-otc-orders.js';
import { ListAdverts } from './list-adverts.js';
import { PreviewOtcOrder } from './preview-otc-order.js';
import { ReadOtcRoom } from './read-otc-room.js';
import { StepOtcOrder } from './step-otc-order.js';

let world: OtcWorld;

beforeAll(async () => {
  world = await OtcWorld.open();
});

afterEach(async () => {
  // Nothing of a test is due in the next one.
  world.pass(24 * 60);
  await world.sweep();
});

afterAll(() => world?.close());

const refusal = (code: string, parameters?: object) =>
  expect.objectContaining({ code, ...(parameters ? { parameters } : {}) });

async function anOrder({
  funds = '1000',
} = {}): Promise<{ merchant: TestUser; buyer: TestUser; advert: string; id: string }> {
  const merchant = await world.aMerchant(funds);
  const buyer = await world.aPerson();
  const advert = await world.advert(merchant);
  return { merchant, buyer, advert, id: await world.take(buyer, advert) };
}

describe('taking an advert', () => {
  it('holds the seller’s coins, tells both and takes from what is left', async () => {
    const { merchant, buyer, advert, id } = await anOrder();
    expect(await world.money(merchant)).toEqual({ spot: '900', frozen: '100' });
    expect(await world.surplus(advert)).toBe('900');
    expect(await world.order(id)).toMatchObject({
      status: 1,
      quantity: '100',
      amount: '710',
      price: '7.1',
      payUntil: new Date(world.clock.now() + 30 * 60_000),
    });
    expect(await world.publishedEvents(buyer)).toEqual([
      expect.objectContaining({ orderId: id, side: 'buy', state: 'paying' }),
    ]);
    expect(await world.publishedEvents(merchant)).toEqual([
      expect.objectContaining({ orderId: id, side: 'sell', state: 'paying' }),
    ]);
    expect(await world.publishedEvents(merchant, 'balance')).toHaveLength(2);
    expect(await world.publishedEvents(buyer, 'balance')).toEqual([]);
  });

  it('is done once for one key', async () => {
    const merchant = await world.aMerchant('1000');
    const buyer = await world.aPerson();
    const advert = await world.advert(merchant);
    const ids = await Promise.all([1, 2, 3].map(() => world.take(buyer, advert, { key: 'one-key-1' })));
    expect(new Set(ids).size).toBe(1);
    expect(await world.money(merchant)).toEqual({ spot: '900', frozen: '100' });
  });

  it('holds a taker’s coins who sells to a merchant', async () => {
    const merchant = await world.aMerchant();
    const seller = await world.aPerson({ funds: '500' });
    const advert = await world.advert(merchant, { side: 'buy' });
    await expect(world.take(seller, advert)).rejects.toEqual(refusal('otc.payment-missing'));
    const id = await world.take(seller, advert, { paymentId: await world.payment(seller) });
    expect(await world.money(seller)).toEqual({ spot: '400', frozen: '100' });
    expect(await world.order(id)).toMatchObject({
      sellerId: seller.userId,
      payment: { account: `ACC-${seller.userId}` },
    });
  });

  it.each([
    [{ value: '9.99' }, 'otc.below-limit'],
    [{ value: '5000.01' }, 'otc.above-limit'],
    [{ value: '4', means: 'number' as const }, 'otc.below-quantity'],
    [{ value: '700.001' }, 'ledger.too-many-decimals'],
    [{ value: '0' }, 'request.invalid'],
    [{ value: '-5' }, 'request.invalid'],
  ])('refuses %j: %s, and moves nothing', async (wish, code) => {
    const merchant = await world.aMerchant('1000');
    const buyer = await world.aPerson();
    await expect(world.take(buyer, await world.advert(merchant), wish)).rejects.toEqual(refusal(code));
    expect(await world.money(merchant)).toEqual({ spot: '1000', frozen: '0' });
  });

  it('refuses one’s own advert, unverified people, what is not covered and what is not there', async () => {
    const merchant = await world.aMerchant('50');
    const advert = await world.advert(merchant);
    const [buyer, stranger] = [await world.aPerson(), await world.aPerson({ verified: false })];
    await expect(world.take(merchant, advert)).rejects.toEqual(refusal('otc.own-advert'));
    await expect(world.take(stranger, advert, { value: '71' })).rejects.toEqual(refusal('verification.required'));
    await expect(world.take(buyer, advert)).rejects.toEqual(refusal('otc.not-enough'));
    await expect(world.take(buyer, '99999999')).rejects.toEqual(refusal('otc.not-offered'));
    await world.source.query(`update otc_merchant set status = 'suspended' where user_id = $1`, [merchant.userId]);
    await expect(world.take(buyer, advert, { value: '71' })).rejects.toEqual(refusal('otc.not-offered'));
  });

  it('lets two people have one open order, and nobody more than three', async () => {
    const { buyer, advert } = await anOrder();
    await expect(world.take(buyer, advert)).rejects.toEqual(refusal('otc.open-order'));
    for (let more = 0; more < 2; more += 1) await world.take(buyer, await world.advert(await world.aMerchant('100')));
    const fourth = await world.advert(await world.aMerchant('100'));
    await expect(world.take(buyer, fourth)).rejects.toEqual(refusal('otc.too-many-orders'));
  });

  it('lets nobody have more than three, however many at once', async () => {
    const buyer = await world.aPerson();
    const adverts: string[] = [];
    for (let place = 0; place < 6; place += 1) adverts.push(await world.advert(await world.aMerchant('100')));
    const results = await Promise.allSettled(adverts.map((advert) => world.take(buyer, advert)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('never orders more than is left, however many do at once', async () => {
    const merchant = await world.aMerchant('250');
    const advert = await world.advert(merchant, { total: '250' });
    const buyers = await Promise.all(Array.from({ length: 8 }, () => world.aPerson()));
    const results = await Promise.allSettled(buyers.map((buyer) => world.take(buyer, advert)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await world.money(merchant)).toEqual({ spot: '50', frozen: '200' });
    expect(await world.surplus(advert)).toBe('50');
  });

  it('shows beforehand what it would be', async () => {
    const merchant = await world.aMerchant('1000');
    const buyer = await world.aPerson();
    const advertId = await world.advert(merchant);
    const wish = { userId: buyer.userId, advertId, value: '710', means: 'money' as const, way: null, paymentId: null };
    const preview = await world.get(PreviewOtcOrder).execute({ ...wish, shownPrice: '7.1' });
    expect(preview).toMatchObject({
      side: 'buy',
      number: '100',
      deal_money: '710',
      price: '7.1',
      way: 'bank',
      window: 30,
    });
    await expect(world.get(PreviewOtcOrder).execute({ ...wish, shownPrice: '7' })).rejects.toEqual(
      refusal('otc.price-moved'),
    );
  });
});

describe('paying and releasing', () => {
  it('brings the coins to the buyer, once', async () => {
    const { merchant, buyer, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    await Promise.all([1, 2, 3].map(() => world.release(merchant, id, { key: 'let-go' })));
    expect(await world.money(merchant)).toEqual({ spot: '900', frozen: '0' });
    expect(await world.money(buyer)).toEqual({ spot: '100', frozen: '0' });
    await expect(world.release(merchant, id)).rejects.toEqual(refusal('otc.wrong-state'));
    expect((await world.publishedEvents(buyer)).map(({ state }) => state)).toEqual(['paying', 'paid', 'released']);
    expect(await world.publishedEvents(buyer, 'balance')).toEqual([
      expect.objectContaining({ delta: '100', after: '100' }),
    ]);
  });

  it('needs the seller’s fund password, and asks nobody else for one', async () => {
    const { merchant, buyer, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    await expect(world.release(merchant, id, { pin: '111112' })).rejects.toEqual(
      refusal('account.fund-password-wrong'),
    );
    await expect(world.release(buyer, id)).rejects.toEqual(refusal('otc.wrong-state'));
    await expect(world.release(await world.aPerson(), id)).rejects.toEqual(refusal('otc.not-found'));
    expect(await world.money(merchant)).toEqual({ spot: '900', frozen: '100' });
  });

  it('leaves nothing behind where it fails half-way', async () => {
    const { merchant, buyer, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    const broken = world.get(Transactions).run((tx) =>
      world.get(StepOtcOrder).execute(tx, {
        orderId: id,
        event: 'release',
        by: { userId: merchant.userId },
        after: () => Promise.reject(new Error('out of order')),
      }),
    );
    await expect(broken).rejects.toThrow('out of order');
    expect(await world.order(id)).toMatchObject({ status: 2, version: 2 });
    expect(await world.money(merchant)).toEqual({ spot: '900', frozen: '100' });
    await world.release(merchant, id);
    expect(await world.money(buyer)).toEqual({ spot: '100', frozen: '0' });
  });

  it('counts completion and release time from orders', async () => {
    const { merchant, buyer, advert, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    world.clock.advance(90_000);
    await world.release(merchant, id);
    const second = await world.take(buyer, advert);
    await world.move(buyer, second, 'cancel');
    const view = await world.get(ListAdverts).advert(advert, buyer.userId);
    expect(view.merchant).toMatchObject({ orders: 2, completion_rate: '100.00', release_seconds: 90 });
    expect(view.surplus_number).toBe('900');
  });
});

describe('cancelling', () => {
  it('gives the coins back, and pauses who cancels', async () => {
    const { merchant, buyer, advert, id } = await anOrder();
    await expect(world.move(merchant, id, 'cancel')).rejects.toEqual(refusal('otc.wrong-state'));
    await world.move(buyer, id, 'cancel');
    expect(await world.money(merchant)).toEqual({ spot: '1000', frozen: '0' });
    expect(await world.surplus(advert)).toBe('1000');
    await expect(world.take(buyer, advert)).rejects.toEqual(refusal('otc.paused'));
    world.pass(15);
    await world.take(buyer, advert);
  });

  it('is the clock’s after half an hour, or three quarters where the seller says so, once', async () => {
    const { merchant, buyer, id } = await anOrder();
    world.pass(20);
    await expect(world.move(buyer, id, 'extend')).rejects.toEqual(refusal('otc.wrong-state'));
    await world.move(merchant, id, 'extend');
    await expect(world.move(merchant, id, 'extend')).rejects.toEqual(refusal('otc.used-once'));
    world.pass(24);
    expect(await world.sweep()).toBe(0);
    world.pass(1);
    await expect(world.move(buyer, id, 'pay')).rejects.toEqual(refusal('otc.too-late'));
    await Promise.all([world.sweep(), world.sweep()]);
    expect(await world.order(id)).toMatchObject({ status: 5, endedBy: 'expire' });
    expect(await world.money(merchant)).toEqual({ spot: '1000', frozen: '0' });
    expect((await world.publishedEvents(merchant)).at(-1)).toMatchObject({ state: 'cancelled', event: 'expire' });
  });

  it('takes the buyer’s word that nothing was paid, and opens nothing again then', async () => {
    const { merchant, buyer, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    await world.concede(buyer, id);
    expect(await world.money(merchant)).toEqual({ spot: '1000', frozen: '0' });
    await expect(world.reopen(buyer, id)).rejects.toEqual(refusal('otc.wrong-state'));
  });

  it('is given in by the buyer alone, once, and by the fund password', async () => {
    const { merchant, buyer, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    await expect(world.concede(buyer, id, { pin: '111112' })).rejects.toEqual(refusal('account.fund-password-wrong'));
    await expect(world.concede(buyer, id, { pin: '' })).rejects.toEqual(refusal('account.fund-password-format'));
    await expect(world.concede(merchant, id)).rejects.toEqual(refusal('otc.wrong-state'));
    await expect(world.concede(await world.aPerson(), id)).rejects.toEqual(refusal('otc.not-found'));
    expect(await world.order(id)).toMatchObject({ status: 2 });
    await Promise.all([1, 2].map(() => world.concede(buyer, id, { key: 'given-in' })));
    expect(await world.order(id)).toMatchObject({ status: 5 });
  });
});

describe('appeals', () => {
  it('open after ten minutes and stop every timer', async () => {
    const { merchant, buyer, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    await expect(world.appeal(buyer, id)).rejects.toEqual(refusal('otc.too-early'));
    world.pass(10);
    await world.appeal(buyer, id, [await world.upload(buyer)]);
    world.pass(48 * 60);
    expect(await world.sweep()).toBe(0);
    expect(await world.money(merchant)).toEqual({ spot: '900', frozen: '100' });
    const { lines } = await world.get(ReadOtcRoom).lines(id, { after: null, before: null, userId: buyer.userId });
    expect(lines.map(({ voice, kind, body }) => [voice, kind, body])).toEqual([
      ['system', 'note', 'open'],
      ['system', 'note', 'pay'],
      ['system', 'note', 'appeal'],
      ['buyer', 'text', 'The money has left my account.'],
      ['buyer', 'picture', ''],
    ]);
  });

  it('are called by the clock after twelve hours, and the seller is reminded before', async () => {
    const { merchant, buyer, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    world.pass(15);
    await world.sweep();
    expect((await world.publishedEvents(merchant)).at(-1)).toMatchObject({ event: 'remind', state: 'paid' });
    world.pass(12 * 60 - 15);
    await world.sweep();
    expect(await world.order(id)).toMatchObject({ status: 4, appealedBy: 'clock' });
  });

  it('end where one side gives in', async () => {
    const [first, second] = [await anOrder(), await anOrder()];
    for (const { buyer, id } of [first, second]) await world.move(buyer, id, 'pay');
    world.pass(10);
    await world.appeal(first.buyer, first.id);
    await world.appeal(second.merchant, second.id);
    await world.release(first.merchant, first.id);
    await world.concede(second.buyer, second.id);
    expect(await world.money(first.buyer)).toEqual({ spot: '100', frozen: '0' });
    expect(await world.money(second.merchant)).toEqual({ spot: '1000', frozen: '0' });
  });

  it('hold the coins again where the money had been sent', async () => {
    const { merchant, buyer, id } = await anOrder();
    world.pass(30);
    await world.sweep();
    await expect(world.reopen(buyer, id, [])).rejects.toEqual(refusal('otc.evidence-missing'));
    await expect(world.reopen(merchant, id)).rejects.toEqual(refusal('otc.wrong-state'));
    await world.reopen(buyer, id);
    expect(await world.money(merchant)).toEqual({ spot: '900', frozen: '100' });
    await world.step(id, 'award-seller', { operatorId: '1' });
    expect(await world.money(merchant)).toEqual({ spot: '1000', frozen: '0' });
    await expect(world.reopen(buyer, id)).rejects.toEqual(refusal('otc.used-once'));
  });

  it('cannot hold what the seller no longer has', async () => {
    const { merchant, buyer, advert, id } = await anOrder({ funds: '100' });
    await world.move(buyer, id, 'cancel');
    const other = await world.aPerson();
    await world.take(other, advert);
    await expect(world.reopen(buyer, id)).rejects.toEqual(refusal('otc.seller-short'));
    expect(await world.order(id)).toMatchObject({ status: 5, reopened: false });
    expect(await world.money(merchant)).toEqual({ spot: '0', frozen: '100' });
  });
});

describe('a payment at the last moment', () => {
  it('is in time or is not, and never both', async () => {
    for (let pair = 0; pair < 12; pair += 1) {
      const { merchant, buyer, id } = await anOrder();
      world.clock.set((await world.order(id)).payUntil.getTime() - 1);
      const late = async () => {
        world.clock.advance(1);
        await world.sweep();
      };
      const tries = pair % 2 === 0 ? [world.move(buyer, id, 'pay'), late()] : [late(), world.move(buyer, id, 'pay')];
      const [first, second] = await Promise.allSettled(tries);
      const paid = pair % 2 === 0 ? first : second;
      const { status } = await world.order(id);
      expect([status, paid?.status]).toEqual(status === 2 ? [2, 'fulfilled'] : [5, 'rejected']);
      expect(await world.money(merchant)).toEqual(
        status === 2 ? { spot: '900', frozen: '100' } : { spot: '1000', frozen: '0' },
      );
      if (status === 2) await world.concede(buyer, id);
    }
  });
});

describe('what the two may know', () => {
  it('tells where the money goes only the other side, and only as long as the order is open', async () => {
    const { merchant, buyer, id } = await anOrder();
    const look = world.get(GetOtcOrders);
    const open = await look.detail(buyer.userId, id);
    expect(open.payment).toMatchObject({ account: `ACC-${merchant.userId}`, bank: 'First Bank' });
    expect(open.payer_name).not.toBeNull();
    expect(open).toMatchObject({ choices: ['pay', 'cancel'], pause_minutes: 15, chat_open: true });
    await expect(look.detail((await world.aPerson()).userId, id)).rejects.toEqual(refusal('otc.not-found'));
    await world.move(buyer, id, 'cancel');
    expect(await look.detail(buyer.userId, id)).toMatchObject({ payment: null, payer_name: null, chat_open: false });
  });

  it('tells where cash is handed over in the same way: the place of whoever advertises, on both sides', async () => {
    const merchant = await world.aMerchant('1000');
    const buyer = await world.aPerson();
    const selling = await world.advert(merchant, { way: 'cash' });
    const looked = async (user: TestUser, id: string) =>
      (await world.get(GetOtcOrders).detail(user.userId, id)).payment;
    const id = await world.take(buyer, selling);
    const met = { way: 'cash', place: '48.13743,11.57549', account: `ACC-${merchant.userId}`, bank: '', branch: '' };
    expect(await looked(buyer, id)).toMatchObject(met);
    expect(await looked(merchant, id)).toMatchObject(met);
    const stranger = await world.aPerson();
    await expect(looked(stranger, id)).rejects.toEqual(refusal('otc.not-found'));
    await world.move(buyer, id, 'pay');
    await world.release(merchant, id);
    expect(await looked(buyer, id)).toBeNull();
    expect(await looked(merchant, id)).toBeNull();

    const seller = await world.aPerson({ funds: '1000' });
    const buying = await world.advert(merchant, { side: 'buy', way: 'cash' });
    // The taker's own accounts are not asked for.
    const sold = await world.take(seller, buying, { way: 'cash' });
    expect(await looked(seller, sold)).toMatchObject(met);
  });

  it('needs a place for cash, and the time to get there', async () => {
    const merchant = await world.aMerchant('1000');
    const proof = { fundPassword: PIN, caller: { ip: '127.0.0.1', userAgent: 'test' } };
    const place = { account: 'At the fountain', bank: '', branch: '' };
    const cash = { userId: merchant.userId, way: 'cash' as const, ...place, ...proof, key: null };
    for (const where of ['', '91.00000,10.00000', '48.1,11.5', '48.13743,181.00000', 'here']) {
      await expect(world.get(AddPayment).execute({ ...cash, place: where })).rejects.toEqual(
        refusal('otc.place-missing'),
      );
    }
    await expect(world.advert(merchant, { way: 'cash', window: '15' })).rejects.toEqual(
      refusal('otc.cash-window', { minutes: 30 }),
    );
    const terms = {
      price: '7',
      total_number: '100',
      min_number: '10',
      max_number: '100',
      window: '30',
      way: 'cash,bank',
    };
    const offer = { side: 'buy' as const, currencyId: USDT, fiat: 'CNY' as const };
    const wish = { userId: merchant.userId, ...offer, ...proof, key: null };
    await expect(world.get(Advertise).add({ ...wish, terms })).rejects.toEqual(refusal('otc.payment-missing'));
    const bank = await world.payment(merchant);
    await expect(world.get(Advertise).add({ ...wish, terms: { ...terms, payment_ids: bank } })).rejects.toEqual(
      refusal('otc.place-missing'),
    );
  });

  it('keeps the details of an order when the payment method is gone', async () => {
    const { merchant, buyer, id } = await anOrder();
    await world.source.query('update otc_payment set deleted_at = now() where user_id = $1', [merchant.userId]);
    expect((await world.get(GetOtcOrders).detail(buyer.userId, id)).payment?.account).toBe(`ACC-${merchant.userId}`);
  });
});

describe('the chat', () => {
  it('shows each line to both, at once, and closes with the order', async () => {
    const { merchant, buyer, id } = await anOrder();
    await world.say(buyer, id, 'Hello');
    await world.say(merchant, id, null, await world.upload(merchant));
    expect(await world.publishedEvents(merchant, 'c2c.line')).toEqual(await world.publishedEvents(buyer, 'c2c.line'));
    expect(await world.publishedEvents(buyer, 'c2c.line')).toEqual([
      expect.objectContaining({ voice: 'buyer', kind: 'text', body: 'Hello', number: 2 }),
      expect.objectContaining({ voice: 'seller', kind: 'picture', number: 3 }),
    ]);
    await expect(world.say(buyer, id, null)).rejects.toEqual(refusal('otc.line-empty'));
    await expect(world.say(await world.aPerson(), id, 'Hello')).rejects.toEqual(refusal('otc.not-found'));
    await expect(world.say(buyer, id, null, await world.upload(merchant))).rejects.toEqual(
      refusal('uploads.not-found'),
    );
    await world.move(buyer, id, 'cancel');
    await expect(world.say(buyer, id, 'Hello?')).rejects.toEqual(refusal('otc.chat-closed'));
  });

  it('is a record that nobody changes', async () => {
    const { buyer, id } = await anOrder();
    await world.say(buyer, id, 'Hello');
    await expect(
      world.source.query(`update room_line set body = 'x' where room = $1`, [`otc-order:${id}`]),
    ).rejects.toThrow('written once');
    await expect(world.source.query('delete from room_line where room = $1', [`otc-order:${id}`])).rejects.toThrow(
      'written once',
    );
    await expect(
      world.source.query('update otc_order set price = 1, version = version + 1 where id = $1', [id]),
    ).rejects.toThrow('written once');
    await expect(
      world.source.query(
        `update otc_order set status = 3, version = version + 1, released_at = now(), ended_at = now(),
        ended_by = 'release' where id = $1`,
        [id],
      ),
    ).rejects.toThrow('no such step');
  });

  it('can be kept with digests that anybody computes again', async () => {
    const { merchant, buyer, id } = await anOrder();
    await world.say(buyer, id, '已付款\n谢谢');
    await world.say(merchant, id, null, await world.upload(merchant));
    const { digest, ...pack }: OtcEvidencePackView = await world.get(ReadOtcRoom).pack(await world.order(id), null);
    expect(digest).toBe(createHash('sha256').update(JSON.stringify(pack)).digest('hex'));
    let before = Buffer.alloc(0);
    for (const { number, voice, kind, at, digest: picture, body, chain } of pack.lines) {
      const fields = [`otc-order:${id}`, number, voice, kind, at, picture ?? '', body];
      before = createHash('sha256')
        .update(before)
        .update(fields.map((field) => `${field}\n`).join(''))
        .digest();
      expect(before.toString('hex')).toBe(chain);
    }
    const shown = await world.get(ReadOtcRoom).picture(id, 3);
    expect(createHash('sha256').update(shown).digest('hex')).toBe(pack.lines[2]?.digest);
  });
});

type Deed =
  | {
      do: 'buyer' | 'seller';
      event: 'pay' | 'cancel' | 'extend' | 'concede' | 'release' | 'appeal' | 'reopen';
      crash: boolean;
    }
  | { do: 'stranger'; event: 'pay' | 'release' | 'cancel' }
  | { do: 'desk'; event: 'award-buyer' | 'award-seller'; crash: boolean }
  | { do: 'sweep' }
  | { do: 'pass'; minutes: number };

const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('buyer' as const, 'seller' as const),
      event: fc.constantFrom(
        'pay' as const,
        'cancel' as const,
        'extend' as const,
        'concede' as const,
        'release' as const,
        'appeal' as const,
        'reopen' as const,
      ),
      crash: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('stranger' as const),
      event: fc.constantFrom('pay' as const, 'release' as const, 'cancel' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('desk' as const),
      event: fc.constantFrom('award-buyer' as const, 'award-seller' as const),
      crash: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'sweep' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.constantFrom(1, 9, 16, 31, 700) }),
  },
);

describe('whatever anybody does, in whatever order', () => {
  it('keeps the coins, pays out once, and holds them exactly as long as the order is open', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deeds, { minLength: 4, maxLength: 14 }), async (all) => {
        const { merchant, buyer, id } = await anOrder({ funds: '100' });
        const stranger = await world.aPerson();
        const users = { buyer, seller: merchant, stranger };
        for (const deed of all) {
          const before = await world.order(id);
          await act(id, users, deed).catch(() => undefined);
          await holds({ merchant, buyer, id }, before.status);
        }
      }),
      { numRuns: 25 },
    );
  });

  async function act(id: string, users: Record<'buyer' | 'seller' | 'stranger', TestUser>, deed: Deed): Promise<void> {
    if (deed.do === 'pass') return world.pass(deed.minutes);
    if (deed.do === 'sweep') return void (await world.sweep());
    const by = deed.do === 'desk' ? { operatorId: '1' } : { userId: users[deed.do].userId };
    const crash = 'crash' in deed && deed.crash;
    const after = () => (crash ? Promise.reject(new Error('killed')) : Promise.resolve());
    await world
      .get(Transactions)
      .run((tx) => world.get(StepOtcOrder).execute(tx, { orderId: id, event: deed.event, by, reason: 'other', after }));
  }

  async function holds({ merchant, buyer, id }: { merchant: TestUser; buyer: TestUser; id: string }, before: number) {
    const order = await world.order(id);
    const [sellers, buyers] = [await world.money(merchant), await world.money(buyer)];
    const isOpen = [1, 2, 4].includes(order.status);
    expect(sellers.frozen).toBe(isOpen ? '100' : '0');
    expect(buyers).toEqual({ spot: order.status === 3 ? '100' : '0', frozen: '0' });
    expect(sellers.spot).toBe(order.status === 5 ? '100' : '0');
    if (before === 3) expect(order.status).toBe(3);
  }
});
