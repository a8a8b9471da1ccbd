import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { heldBack, outcomesOf } from '../../../test/factories/held-back.js';
import { fund } from '../../../test/factories/ledger.js';
import { OtcWorld, PIN } from '../../../test/factories/otc-world.js';
import type { TestUser } from '../../../test/factories/users.js';
import { Advertise } from './advertise.js';
import { AddPayment } from './add-payment.js';
import { ApplyAsMerchant } from './apply-as-merchant.js';
import { ManagePaymentMethods } from './manage-payment-methods.js';
import { ListAdverts } from './list-adverts.js';
import { GetOtcOrders } from './get-otc-orders.js';
import { PreviewOtcOrder } from './preview-otc-order.js';
import { ReadOtcRoom } from './read-otc-room.js';

let world: OtcWorld;

beforeAll(async () => {
  world = await OtcWorld.open();
});

afterEach(async () => {
  await world.source.query(`update trading_mode set mode = 'open'`);
  world.pass(24 * 60);
  await world.sweep();
});

afterAll(() => world?.close());

const refusal = (code: string) => expect.objectContaining({ code });
const HOUR = 60;

/** Something of the account's security was changed just now. */
async function secured({ userId }: TestUser, kind = 'fund-password-changed'): Promise<void> {
  await world.source.query(
    `insert into account_security_event (user_id, kind, ip, device, at) values ($1, $2, '127.0.0.1', '', $3)`,
    [userId, kind, new Date(world.clock.now())],
  );
}

async function anOrder(): Promise<{ merchant: TestUser; buyer: TestUser; advert: string; id: string }> {
  const merchant = await world.aMerchant('1000');
  const buyer = await world.aPerson();
  const advert = await world.advert(merchant);
  return { merchant, buyer, advert, id: await world.take(buyer, advert) };
}

const caller = { ip: '127.0.0.1', userAgent: 'test' };
const terms = (merchant: TestUser, total: string, payment: string) => ({
  userId: merchant.userId,
  fundPassword: PIN as string | null,
  caller,
  terms: {
    price: '7.1',
    total_number: total,
    min_number: '10',
    max_number: '5000',
    window: '30',
    payment_ids: payment,
  },
  key: randomUUID(),
});

describe('coins wait after a change of the account’s security, as withdrawals do', () => {
  it('so that who has reset a fund password lets none go', async () => {
    const { merchant, buyer, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    await secured(merchant);
    await expect(world.release(merchant, id)).rejects.toEqual(refusal('otc.seller-held'));
    expect(await world.money(merchant)).toEqual({ spot: '900', frozen: '100' });
    world.pass(24 * HOUR);
    await world.release(merchant, id);
    expect(await world.money(buyer)).toEqual({ spot: '100', frozen: '0' });
  });

  it('so that who has reset a buyer’s fund password gives nothing back that was paid for', async () => {
    const { buyer, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    await secured(buyer);
    await expect(world.concede(buyer, id)).rejects.toEqual(refusal('otc.seller-held'));
    expect(await world.order(id)).toMatchObject({ status: 2 });
  });

  it('and nothing new is sold meanwhile, by a taker or by a merchant', async () => {
    const [merchant, buying] = [await world.aMerchant('1000'), await world.aMerchant()];
    const [buyer, seller] = [await world.aPerson(), await world.aPerson({ funds: '500' })];
    const [advert, wanted] = [await world.advert(merchant), await world.advert(buying, { side: 'buy' })];
    const paymentId = await world.payment(seller);
    for (const user of [merchant, seller]) await secured(user, 'password-reset');
    await expect(world.take(buyer, advert)).rejects.toEqual(refusal('otc.not-offered'));
    await expect(world.take(seller, wanted, { paymentId })).rejects.toEqual(refusal('otc.seller-held'));
    world.pass(24 * HOUR);
    await world.take(buyer, advert);
    await world.take(seller, wanted, { paymentId });
  });

  it('a change of the buyer’s holds nobody', async () => {
    const { merchant, buyer, id } = await anOrder();
    await secured(buyer);
    await world.move(buyer, id, 'pay');
    await world.release(merchant, id);
    expect(await world.money(buyer)).toEqual({ spot: '100', frozen: '0' });
  });
});

describe('where a seller is paid', () => {
  const details = { way: 'bank' as const, account: '6222 0001', bank: 'First Bank', branch: '', place: '' };

  it('is added by the fund password, and the user hears of it', async () => {
    const person = await world.aPerson();
    const add = (fundPassword: string | null) =>
      world.get(AddPayment).execute({ userId: person.userId, ...details, fundPassword, caller, key: randomUUID() });
    await expect(add(null)).rejects.toEqual(refusal('account.fund-password-format'));
    await expect(add('111112')).rejects.toEqual(refusal('account.fund-password-wrong'));
    expect(await world.get(ManagePaymentMethods).list(person.userId)).toEqual([]);
    await add('582913');
    expect(await world.get(ManagePaymentMethods).list(person.userId)).toHaveLength(1);
    expect(await world.publishedEvents(person, 'notice')).toEqual([
      expect.objectContaining({ notice: 'otc-payment-added', parameters: expect.objectContaining({ value: '…0001' }) }),
    ]);
  });

  it('is nothing that somebody without a fund password sells for', async () => {
    const buying = await world.aMerchant();
    const seller = await world.aPerson({ funds: '500' });
    const advert = await world.advert(buying, { side: 'buy' });
    const paymentId = await world.payment(seller);
    await world.source.query('delete from account_fund_password where user_id = $1', [seller.userId]);
    await expect(world.take(seller, advert, { paymentId })).rejects.toEqual(refusal('account.fund-password-missing'));
  });
});

describe('a fund password that was set by the login alone', () => {
  const plain = refusal('account.fund-password-plain');
  const mark = ({ userId }: TestUser, isPlain = true) =>
    world.source.query('update account_fund_password set plainly_proven = $2 where user_id = $1', [userId, isPlain]);
  const triesOf = async ({ userId }: TestUser) =>
    (await world.source.query('select wrong from account_fund_password where user_id = $1', [userId]))[0].wrong;

  it('sells nothing to who buys, says so before and costs no try, and does once one was set with more', async () => {
    const wanted = await world.advert(await world.aMerchant(), { side: 'buy' });
    const seller = await world.aPerson({ funds: '500' });
    const paymentId = await world.payment(seller);
    await mark(seller);
    await expect(world.take(seller, wanted, { paymentId })).rejects.toEqual(plain);
    await expect(world.take(seller, wanted, { paymentId, pin: '111112' })).rejects.toEqual(plain);
    const wish = { value: '710', means: 'money' as const, way: null, paymentId, shownPrice: null };
    const preview = world.get(PreviewOtcOrder).execute({ userId: seller.userId, advertId: wanted, ...wish });
    await expect(preview).rejects.toEqual(plain);
    expect(await world.money(seller)).toEqual({ spot: '500', frozen: '0' });
    expect(await triesOf(seller)).toBe(0);
    await mark(seller, false);
    await world.take(seller, wanted, { paymentId });
    expect(await world.money(seller)).toEqual({ spot: '400', frozen: '100' });
  });

  it('lets no coins go that an order holds, those of a buyer who gives in neither', async () => {
    const { merchant, buyer, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    for (const user of [merchant, buyer]) await mark(user);
    await expect(world.release(merchant, id)).rejects.toEqual(plain);
    await expect(world.concede(buyer, id)).rejects.toEqual(plain);
    expect(await world.money(merchant)).toEqual({ spot: '900', frozen: '100' });
    await mark(merchant, false);
    await world.release(merchant, id);
    expect(await world.money(buyer)).toEqual({ spot: '100', frozen: '0' });
  });

  it('offers nothing for sale, shows no such advert, and of one that is shown nothing is bought', async () => {
    const merchant = await world.aMerchant('1000');
    const [advert, payment] = [await world.advert(merchant), await world.payment(merchant)];
    await mark(merchant);
    await expect(world.take(await world.aPerson(), advert)).rejects.toEqual(refusal('otc.not-offered'));
    const add = { ...terms(merchant, '100', payment), side: 'sell' as const, currencyId: 3, fiat: 'CNY' as const };
    await expect(world.get(Advertise).add(add)).rejects.toEqual(plain);
    const change = { ...terms(merchant, '100', payment), id: advert };
    await expect(world.get(Advertise).change(change)).rejects.toEqual(plain);
    expect(await world.surplus(advert)).toBe('1000');
  });

  it('names nowhere that buyers send their money to', async () => {
    const person = await world.aPerson();
    await mark(person);
    await expect(world.payment(person)).rejects.toEqual(plain);
    expect(await world.get(ManagePaymentMethods).list(person.userId)).toEqual([]);
  });

  it('buys as before', async () => {
    const merchant = await world.aMerchant('1000');
    const [buyer, advert] = [await world.aPerson(), await world.advert(merchant)];
    await mark(buyer);
    const id = await world.take(buyer, advert);
    await world.move(buyer, id, 'pay');
    await world.release(merchant, id);
    expect(await world.money(buyer)).toEqual({ spot: '100', frozen: '0' });
  });
});

describe('who gives in by the fund password', () => {
  const without = ({ userId }: TestUser) =>
    world.source.query('delete from account_fund_password where user_id = $1', [userId]);
  const ordersOf = ({ userId }: TestUser) =>
    world.source.query('select 1 from otc_order where buyer_id = $1 or seller_id = $1', [userId]);

  it('has one before an order is taken: a buyer is told so, and nothing is held', async () => {
    const merchant = await world.aMerchant('1000');
    const advert = await world.advert(merchant);
    const buyer = await world.aPerson();
    await without(buyer);
    await expect(world.take(buyer, advert)).rejects.toEqual(refusal('account.fund-password-missing'));
    expect(await world.money(merchant)).toEqual({ spot: '1000', frozen: '0' });
    expect(await ordersOf(buyer)).toEqual([]);
  });

  it('is told so by the preview, before anything is confirmed', async () => {
    const advert = await world.advert(await world.aMerchant('1000'));
    const buyer = await world.aPerson();
    await without(buyer);
    const wish = { value: '710', means: 'money' as const, way: null, paymentId: null, shownPrice: null };
    await expect(
      world.get(PreviewOtcOrder).execute({ userId: buyer.userId, advertId: advert, ...wish }),
    ).rejects.toEqual(refusal('account.fund-password-missing'));
  });

  it('and nobody sells to a merchant who has none', async () => {
    const buying = await world.aMerchant();
    const seller = await world.aPerson({ funds: '500' });
    const advert = await world.advert(buying, { side: 'buy' });
    const paymentId = await world.payment(seller);
    await without(buying);
    await expect(world.take(seller, advert, { paymentId })).rejects.toEqual(refusal('otc.not-offered'));
    expect(await ordersOf(seller)).toEqual([]);
  });
});

describe('who takes an advert and sells', () => {
  async function wanted(): Promise<{ merchant: TestUser; seller: TestUser; advert: string; paymentId: string }> {
    const [merchant, seller] = [await world.aMerchant(), await world.aPerson({ funds: '500' })];
    const advert = await world.advert(merchant, { side: 'buy', price: '0.1', least: '1' });
    return { merchant, seller, advert, paymentId: await world.payment(seller) };
  }
  const tries = async ({ userId }: TestUser): Promise<number> => {
    const rows = await world.source.query('select wrong from account_fund_password where user_id = $1', [userId]);
    return rows[0].wrong;
  };
  const sale = { value: '10', price: '0.1' };

  it('does it by the fund password: a session alone sells nothing at a foolish price', async () => {
    const { seller, advert, paymentId } = await wanted();
    for (const [pin, code] of [
      [null, 'account.fund-password-format'],
      ['111112', 'account.fund-password-wrong'],
    ] as const) {
      await expect(world.take(seller, advert, { ...sale, paymentId, pin })).rejects.toEqual(refusal(code));
    }
    expect(await world.money(seller)).toEqual({ spot: '500', frozen: '0' });
    await world.take(seller, advert, { ...sale, paymentId });
    expect(await world.money(seller)).toEqual({ spot: '400', frozen: '100' });
  });

  it('says at which price, and not at a worse one', async () => {
    const { seller, advert, paymentId } = await wanted();
    await expect(world.take(seller, advert, { ...sale, paymentId, price: null })).rejects.toEqual(
      expect.objectContaining({ code: 'request.invalid', parameters: { field: 'price' } }),
    );
    await expect(world.take(seller, advert, { ...sale, paymentId, price: '0.11' })).rejects.toEqual(
      refusal('otc.price-moved'),
    );
    expect(await world.money(seller)).toEqual({ spot: '500', frozen: '0' });
  });

  it('spends no try of the fund password on what is refused anyway', async () => {
    const { seller, advert, paymentId } = await wanted();
    const wrong = { ...sale, paymentId, pin: '111112' };
    await expect(world.take(seller, '99999999', wrong)).rejects.toEqual(refusal('otc.not-offered'));
    await expect(world.take(seller, advert, { ...wrong, price: null })).rejects.toEqual(refusal('request.invalid'));
    await expect(world.take(seller, advert, { ...wrong, value: '0.5' })).rejects.toEqual(refusal('otc.below-limit'));
    expect(await tries(seller)).toBe(0);
    await expect(world.take(seller, advert, wrong)).rejects.toEqual(refusal('account.fund-password-wrong'));
    expect(await tries(seller)).toBe(1);
  });

  it('repeats it without another password: a command with its key is done once', async () => {
    const { seller, advert, paymentId } = await wanted();
    const key = randomUUID();
    const id = await world.take(seller, advert, { ...sale, paymentId, key });
    expect(await world.take(seller, advert, { ...sale, paymentId, key, pin: null })).toBe(id);
    expect(await world.money(seller)).toEqual({ spot: '400', frozen: '100' });
  });

  it('and who buys is asked for neither', async () => {
    const advert = await world.advert(await world.aMerchant('1000'));
    await world.take(await world.aPerson(), advert, { pin: null, price: null });
  });

  it('for cash meets at the place of the advert, and at no own one', async () => {
    const [merchant, seller] = [await world.aMerchant(), await world.aPerson({ funds: '500' })];
    const mixed = { ...terms(merchant, '1000', await world.payment(merchant, 'cash')), side: 'buy' as const };
    const advert = await world
      .get(Advertise)
      .add({ ...mixed, currencyId: 3, fiat: 'CNY', terms: { ...mixed.terms, way: 'bank,cash' } });
    const own = await world.payment(seller, 'cash');
    await expect(world.take(seller, advert, { paymentId: own })).rejects.toEqual(refusal('otc.payment-missing'));
    const id = await world.take(seller, advert, { paymentId: own, way: 'cash' });
    expect(await world.order(id)).toMatchObject({ way: 'cash', payment: { account: `ACC-${merchant.userId}` } });
  });
});

describe('a merchant who buys and did not pay', () => {
  async function unpaid(): Promise<{ merchant: TestUser; advert: string }> {
    const [merchant, seller] = [await world.aMerchant(), await world.aPerson({ funds: '500' })];
    const advert = await world.advert(merchant, { side: 'buy' });
    const id = await world.take(seller, advert, { paymentId: await world.payment(seller) });
    await world.move(merchant, id, 'cancel');
    return { merchant, advert };
  }
  const query = { currencyId: null, side: 'buy' as const, fiat: null, way: null, amount: null };
  const shown = async ({ userId }: TestUser) =>
    (await world.get(ListAdverts).shown({ ...query, name: `trader${userId}` }, { page: 1, limit: 5 })).data.length;

  it('is paused as a taker is: nobody sells to them, and their adverts to buy are not shown', async () => {
    const { merchant, advert } = await unpaid();
    const seller = await world.aPerson({ funds: '500' });
    const paymentId = await world.payment(seller);
    await expect(world.take(seller, advert, { paymentId })).rejects.toEqual(refusal('otc.not-offered'));
    expect(await world.money(seller)).toEqual({ spot: '500', frozen: '0' });
    expect(await shown(merchant)).toBe(0);
    const me = await world.get(ListAdverts).merchant(merchant.userId);
    expect(me.paused_until).not.toBeNull();
    world.pass(15);
    expect(await shown(merchant)).toBe(1);
    await world.take(seller, advert, { paymentId });
  });

  it('still sells', async () => {
    const { merchant } = await unpaid();
    await fund(world.source, merchant.userId, '1000');
    await world.take(await world.aPerson(), await world.advert(merchant));
  });
});

describe('an advert', () => {
  it('can be taken off at any time, whatever else cannot be done', async () => {
    const [suspended, halted] = [await world.aMerchant('1000'), await world.aMerchant('1000')];
    const [first, second] = [await world.advert(suspended), await world.advert(halted)];
    await world.source.query(`update otc_merchant set status = 'suspended' where user_id = $1`, [suspended.userId]);
    await world.source.query(`update trading_mode set mode = 'cancel-only'`);
    const set = (user: TestUser, id: string, state: 'online' | 'offline' | 'closed') =>
      world.get(Advertise).setState({ userId: user.userId, id, state, fundPassword: PIN, caller, key: randomUUID() });
    await set(halted, second, 'offline');
    await expect(set(halted, second, 'online')).rejects.toEqual(refusal('ledger.cancel-only'));
    await set(suspended, first, 'closed');
    await world.source.query(`update trading_mode set mode = 'open'`);
    await set(halted, second, 'online');
    await expect(set(suspended, first, 'online')).rejects.toEqual(refusal('otc.merchant-needed'));
  });

  it('says what it says by the fund password: a session alone changes no price, and shows nothing again', async () => {
    const merchant = await world.aMerchant('1000');
    const payment = await world.payment(merchant);
    const id = await world.advert(merchant);
    const { userId } = merchant;
    const price = async () => (await world.get(ListAdverts).advert(id, userId)).price;
    for (const [fundPassword, code] of [
      [null, 'account.fund-password-format'],
      ['111112', 'account.fund-password-wrong'],
    ] as const) {
      const asked = { ...terms(merchant, '1000', payment), fundPassword };
      const dear = { ...asked, terms: { ...asked.terms, price: '0.1' } };
      const offer = { side: 'sell' as const, currencyId: 3, fiat: 'CNY' as const };
      await expect(world.get(Advertise).change({ ...dear, id })).rejects.toEqual(refusal(code));
      await expect(world.get(Advertise).add({ ...dear, ...offer })).rejects.toEqual(refusal(code));
      const state = { userId, id, state: 'online' as const, fundPassword, caller, key: randomUUID() };
      await expect(world.get(Advertise).setState(state)).rejects.toEqual(refusal(code));
      await world.get(Advertise).setState({ ...state, state: 'offline', key: randomUUID() });
    }
    expect(await price()).toBe('7.1');
    const asked = terms(merchant, '1000', payment);
    await world.get(Advertise).change({ ...asked, terms: { ...asked.terms, price: '7.2' }, id });
    expect(await price()).toBe('7.2');
  });

  it('offers no less in all than was ordered of it, so that nothing is sold twice', async () => {
    const merchant = await world.aMerchant('1000');
    const payment = await world.payment(merchant);
    const advert = await world.advert(merchant);
    const orders: string[] = [];
    const buyers = [await world.aPerson(), await world.aPerson()];
    for (const buyer of buyers) orders.push(await world.take(buyer, advert));
    const change = (total: string) => world.get(Advertise).change({ ...terms(merchant, total, payment), id: advert });
    await expect(change('199')).rejects.toEqual(
      expect.objectContaining({ code: 'otc.total-ordered', parameters: { least: '200' } }),
    );
    await change('200');
    await expect(world.take(await world.aPerson(), advert)).rejects.toEqual(refusal('otc.not-enough'));
    await world.move(buyers[0] as TestUser, orders[0] as string, 'cancel');
    expect(await world.surplus(advert)).toBe('100');
  });

  it('does not offer again what an order that was opened again holds', async () => {
    const { merchant, buyer, advert, id } = await anOrder();
    await world.move(buyer, id, 'cancel');
    expect(await world.surplus(advert)).toBe('1000');
    await world.reopen(buyer, id);
    expect(await world.surplus(advert)).toBe('900');
    await world.release(merchant, id);
    expect(await world.surplus(advert)).toBe('900');
  });

  it('offers again what an order that was opened again gives back to its seller', async () => {
    const { buyer, advert, id } = await anOrder();
    await world.move(buyer, id, 'cancel');
    await world.reopen(buyer, id);
    expect(await world.surplus(advert)).toBe('900');
    await world.concede(buyer, id);
    expect(await world.surplus(advert)).toBe('1000');
  });

  it('offers no more again than nobody else has ordered meanwhile', async () => {
    const merchant = await world.aMerchant('1000');
    const advert = await world.advert(merchant, { total: '100' });
    const [buyer, other] = [await world.aPerson(), await world.aPerson()];
    const id = await world.take(buyer, advert);
    await world.move(buyer, id, 'cancel');
    await world.take(other, advert, { value: '426' });
    await world.reopen(buyer, id);
    expect(await world.surplus(advert)).toBe('0');
    await world.concede(buyer, id);
    // 60 of the 100 are ordered by somebody else.
    expect(await world.surplus(advert)).toBe('40');
  });

  /** All 100 coins are ordered twice: what one order had given back is another's, and the one was opened again. */
  async function orderedTwice() {
    const merchant = await world.aMerchant('1000');
    const payment = await world.payment(merchant);
    const advert = await world.advert(merchant, { total: '100' });
    const [buyer, other] = [await world.aPerson(), await world.aPerson()];
    const again = await world.take(buyer, advert);
    await world.move(buyer, again, 'cancel');
    const second = await world.take(other, advert);
    await world.reopen(buyer, again);
    return { merchant, payment, advert, buyer, other, again, second };
  }

  it('offers nothing of what an order that was opened again holds, whichever other one ends', async () => {
    const { advert, buyer, other, again, second } = await orderedTwice();
    await world.move(other, second, 'cancel');
    expect(await world.surplus(advert)).toBe('0');
    await expect(world.take(await world.aPerson(), advert)).rejects.toEqual(refusal('otc.not-enough'));
    await world.concede(buyer, again);
    expect(await world.surplus(advert)).toBe('100');
  });

  it('offers what is left when one order is opened again while another ends', async () => {
    const merchant = await world.aMerchant('1000');
    const advert = await world.advert(merchant, { total: '250' });
    const [buyer, other] = [await world.aPerson(), await world.aPerson()];
    const again = await world.take(buyer, advert);
    await world.move(buyer, again, 'cancel');
    const second = await world.take(other, advert);
    const picture = await world.upload(buyer);
    const ended = await heldBack(
      world.source,
      [other.userId],
      [() => world.move(other, second, 'cancel'), () => world.reopen(buyer, again, [picture])],
    );
    expect(outcomesOf(ended)).toEqual(['done', 'done']);
    expect(await world.surplus(advert)).toBe('150');
  });

  it('offers no less in all than was ordered of it, also by what was opened again', async () => {
    const { merchant, payment, advert, other, second } = await orderedTwice();
    const change = (total: string) => world.get(Advertise).change({ ...terms(merchant, total, payment), id: advert });
    await expect(change('199')).rejects.toEqual(
      expect.objectContaining({ code: 'otc.total-ordered', parameters: { least: '200' } }),
    );
    await change('250');
    expect(await world.surplus(advert)).toBe('50');
    await world.move(other, second, 'cancel');
    expect(await world.surplus(advert)).toBe('150');
  });

  it('whose rest is worth less than its own minimum is not shown', async () => {
    const merchant = await world.aMerchant('1000');
    const fixed = await world.advert(merchant, { total: '100', least: '100' });
    const payment = await world.payment(merchant);
    const { price: _fixed, ...open } = terms(merchant, '100', payment).terms;
    const floating = { ...open, ratio: '1', min_number: '20' };
    const at = { side: 'sell' as const, currencyId: 3, fiat: 'USD' as const };
    const second = await world.get(Advertise).add({ ...terms(merchant, '100', payment), ...at, terms: floating });
    const query = { currencyId: null, side: 'sell' as const, fiat: null, way: null, amount: null };
    const shown = async () => {
      const asked = { ...query, name: `trader${merchant.userId}` };
      return (await world.get(ListAdverts).shown(asked, { page: 1, limit: 5 })).data.map(({ id }) => id);
    };
    const left = (id: string, coins: string) =>
      world.source.query('update otc_advert set surplus = $2 where id = $1', [id, coins]);
    expect(await shown()).toEqual([fixed, second]);
    // 14.08 coins at 7.1 are 99.968, and an order of them is 99.97.
    await left(fixed, '14.08');
    expect(await shown()).toEqual([second]);
    await left(fixed, '14.09');
    // At the index itself a coin is a dollar.
    await left(second, '19.99');
    expect(await shown()).toEqual([fixed]);
    await left(second, '20');
    expect(await shown()).toEqual([fixed, second]);
  });

  it('of a user who was locked out is not there', async () => {
    const merchant = await world.aMerchant('1000');
    const advert = await world.advert(merchant);
    const buyer = await world.aPerson();
    await world.source.query('update account_user set disabled_at = now() where id = $1', [merchant.userId]);
    await expect(world.take(buyer, advert)).rejects.toEqual(refusal('otc.not-offered'));
    const query = { currencyId: null, side: 'sell' as const, fiat: null, way: null, amount: null };
    const found = await world
      .get(ListAdverts)
      .shown({ ...query, name: `trader${merchant.userId}` }, { page: 1, limit: 5 });
    expect(found).toEqual({ data: [], total: 0 });
  });

  it('of a merchant whose country forbids it is shown to nobody, and an order that there is goes on to its end', async () => {
    const { merchant, buyer, advert, id } = await anOrder();
    const { userId } = merchant;
    const other = await world.aPerson();
    const setRule = (state: string | null) =>
      world.source.query(`select country_rule_set('FR', 'otc', $1, null, now())`, [state]);
    const query = { currencyId: null, side: 'sell' as const, fiat: null, way: null, amount: null };
    const shown = async () =>
      (await world.get(ListAdverts).shown({ ...query, name: `trader${userId}` }, { page: 1, limit: 5 })).total;
    await world.source.query(`update verification_case set country = 'FR' where user_id = $1`, [userId]);
    expect(await shown()).toBe(1);
    await setRule('not-offered');
    try {
      expect(await shown()).toBe(0);
      await expect(world.take(other, advert)).rejects.toEqual(refusal('otc.not-offered'));
      const change = { userId, id: advert, fundPassword: PIN, caller };
      await world.get(Advertise).setState({ ...change, state: 'offline', key: randomUUID() });
      const online = world.get(Advertise).setState({ ...change, state: 'online', key: randomUUID() });
      await expect(online).rejects.toEqual(refusal('country.not-offered'));
      await world.move(buyer, id, 'pay');
      await world.release(merchant, id);
    } finally {
      await setRule(null);
    }
  });
});

it('is opened again where new orders are not taken: its coins belong to a deal that there was', async () => {
  const { merchant, buyer, id } = await anOrder();
  await world.move(buyer, id, 'cancel');
  await world.source.query(`update trading_mode set mode = 'cancel-only'`);
  await world.reopen(buyer, id);
  expect(await world.order(id)).toMatchObject({ status: 4, reopened: true });
  expect(await world.money(merchant)).toEqual({ spot: '900', frozen: '100' });
});

describe('a merchant’s name', () => {
  /** Until so many wait for a lock. */
  async function waiting(count: number): Promise<void> {
    for (;;) {
      const [row] = await world.source.query<{ waiting: number }[]>(
        `select count(*)::integer as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into otc_merchant%'`,
      );
      if (row?.waiting === count) return;
      await new Promise((done) => setTimeout(done, 10));
    }
  }

  it('is one’s alone where two ask for it at once, in whatever spelling', async () => {
    const people = [await world.aPerson(), await world.aPerson()];
    const names = ['River 7', 'river-7'];
    const holder = world.source.createQueryRunner();
    await holder.startTransaction();
    try {
      // Merchants can be read, and none is added.
      await holder.query('lock table otc_merchant in exclusive mode');
      const asked = people.map(({ userId }, place) =>
        world.get(ApplyAsMerchant).execute({ userId, nickname: names[place] as string, caller, key: randomUUID() }),
      );
      const ended = Promise.allSettled(asked);
      await waiting(2);
      await holder.rollbackTransaction();
      expect(outcomesOf(await ended).sort()).toEqual(['done', 'otc.nickname-taken']);
    } finally {
      if (holder.isTransactionActive) await holder.rollbackTransaction();
      await holder.release();
    }
    const known = await world.source.query(`select nickname_key from otc_merchant where user_id = any ($1)`, [
      people.map(({ userId }) => userId),
    ]);
    expect(known).toEqual([{ nickname_key: 'river7' }]);
  });

  it('that somebody has is nobody else’s, and one’s own at the next try', async () => {
    const [first, second] = [await world.aPerson(), await world.aPerson()];
    const apply = ({ userId }: TestUser, nickname: string) =>
      world.get(ApplyAsMerchant).execute({ userId, nickname, caller, key: randomUUID() });
    await apply(first, 'Harbour 9');
    await expect(apply(second, 'harbour_9')).rejects.toEqual(refusal('otc.nickname-taken'));
    await expect(apply(first, 'Harbour 9')).rejects.toEqual(refusal('otc.merchant-applied'));
    await world.source.query(`update otc_merchant set status = 'refused' where user_id = $1`, [first.userId]);
    await apply(second, 'Harbour 8');
    await expect(apply(first, 'harbour-8')).rejects.toEqual(refusal('otc.nickname-taken'));
    await apply(first, 'HARBOUR 9');
  });
});

describe('what orders show of somebody', () => {
  const recordOf = async (advert: string, buyer: TestUser) =>
    (await world.get(ListAdverts).advert(advert, buyer.userId)).merchant;

  it('counts against a merchant what the desk had to give the buyer', async () => {
    const { buyer, advert, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    world.pass(10);
    await world.appeal(buyer, id);
    await world.step(id, 'award-buyer', { operatorId: '1' });
    expect(await recordOf(advert, buyer)).toMatchObject({ orders: 1, completion_rate: '0.00' });
  });

  it('counts nothing against a merchant that takers did not pay', async () => {
    const { merchant, buyer, advert, id } = await anOrder();
    await world.move(buyer, id, 'cancel');
    expect(await recordOf(advert, buyer)).toMatchObject({ orders: 1, completion_rate: '' });
    const other = await world.aPerson();
    const second = await world.take(other, advert);
    await world.move(other, second, 'pay');
    await world.release(merchant, second);
    expect(await recordOf(advert, buyer)).toMatchObject({ orders: 2, completion_rate: '100.00' });
  });

  it('counts against a buying merchant what was not paid', async () => {
    const merchant = await world.aMerchant();
    const seller = await world.aPerson({ funds: '500' });
    const advert = await world.advert(merchant, { side: 'buy' });
    const id = await world.take(seller, advert, { paymentId: await world.payment(seller) });
    await world.move(merchant, id, 'cancel');
    expect(await recordOf(advert, seller)).toMatchObject({ orders: 1, completion_rate: '0.00' });
  });

  it.each(['concede', 'award-seller'] as const)('pauses a buyer who said that it was paid: %s', async (end) => {
    const { buyer, advert, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    world.pass(10);
    if (end === 'concede') await world.concede(buyer, id);
    else {
      await world.appeal(buyer, id);
      await world.step(id, 'award-seller', { operatorId: '1' });
    }
    await expect(world.take(buyer, advert)).rejects.toEqual(refusal('otc.paused'));
    world.pass(15);
    await world.take(buyer, advert);
  });

  it('tells a buyer what it costs to give in', async () => {
    const { buyer, id } = await anOrder();
    await world.move(buyer, id, 'pay');
    expect(await world.get(GetOtcOrders).detail(buyer.userId, id)).toMatchObject({ pause_minutes: 15 });
  });
});

it('names the other side in the record as long as the order is open, and to the desk', async () => {
  const { merchant, buyer, id } = await anOrder();
  const read = world.get(ReadOtcRoom);
  const names = async (userId: string | null) => {
    const { order } = await read.pack(await world.order(id), userId);
    return [order.buyer_name !== '', order.seller_name !== ''];
  };
  expect(await names(buyer.userId)).toEqual([true, true]);
  await world.move(buyer, id, 'cancel');
  expect(await names(buyer.userId)).toEqual([true, false]);
  expect(await names(merchant.userId)).toEqual([false, true]);
  expect(await names(null)).toEqual([true, true]);
});
