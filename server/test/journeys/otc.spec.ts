import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type {
  OtcEvidencePackView,
  OtcOrderDetailView,
  OtcOrderPage,
  RoomLinesView,
} from '../../contract/trading/otc-orders.dto.js';
import type { OtcAdvertPage, OtcOfferView } from '../../contract/trading/otc-market.dto.js';
import { Caller, type Reply } from '../calls.js';
import { callDesk, anOperator, type TestOperator } from '../factories/operators.js';
import { OtcWorld, PIN } from '../factories/otc-world.js';
import type { TestUser } from '../factories/users.js';

let world: OtcWorld;
let caller: Caller;
const treasurers: TestOperator[] = [];
const setters: TestOperator[] = [];

beforeAll(async () => {
  world = await OtcWorld.open();
  caller = new Caller(world.app);
  for (let place = 0; place < 2; place += 1) {
    treasurers.push(await anOperator(world.source, 'treasurer'));
    setters.push(await anOperator(world.source, 'settings'));
  }
  // What an operator proposes counts from after the beginning of that operator.
  world.pass(1);
});
afterAll(() => world?.close());

const get = (user: TestUser, path: string) => caller.get(path, { token: user.token });
const post = (user: TestUser, path: string, fields: Record<string, string>) =>
  caller.post(path, fields, { token: user.token });

/** As the old clients send it: a form, with the verb PUT. */
async function put(user: TestUser, path: string, fields: Record<string, string>): Promise<Reply> {
  const reply = await fetch(`${world.app.url}/api/${path}`, {
    method: 'PUT',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: user.token,
      lang: 'en',
    },
  });
  return (await reply.json()) as Reply;
}

const desk = (by: TestOperator, path: string, body?: object) =>
  callDesk(world.app.url, path, { by, ...(body === undefined ? {} : { body }) });

async function anOrder(quantity = '100'): Promise<{ merchant: TestUser; buyer: TestUser; id: string }> {
  const merchant = await world.aMerchant('5000');
  const buyer = await world.aPerson();
  const advert = await world.advert(merchant, { total: '5000', most: '50000' });
  const made = await post(buyer, 'ctc/order/add', { id: advert, value: quantity, means: 'number', price: '7.1' });
  expect(made.type).toBe('ok');
  return { merchant, buyer, id: (made.message as { id: string }).id };
}

describe('from an application to a trade', () => {
  it('lets somebody in by two, advertises, sells, and shows what orders show', async () => {
    const merchant = await world.aPerson({ funds: '1000' });
    const buyer = await world.aPerson();
    const name = `Lotus ${merchant.userId}`;
    expect(await post(merchant, 'ctc/merchant/apply', { nickname: 'Official support' })).toMatchObject({
      code: 'otc.nickname-invalid',
    });
    expect(await post(merchant, 'ctc/merchant/apply', { nickname: name })).toMatchObject({ type: 'ok' });
    const terms = { type: 'sell', currency_id: '3', coin_code: 'CNY', price: '7.1', total_number: '500' };
    const account = { way: 'bank', account: '6222 0001', bank: 'First Bank' };
    expect(await post(merchant, 'ctc/payment/add', account)).toMatchObject({ code: 'account.fund-password-format' });
    const payment = await post(merchant, 'ctc/payment/add', { ...account, pay_password: PIN });
    const payment_ids = (payment.message as { id: string }).id;
    const unproven = { ...terms, min_number: '100', max_number: '2000', window: '30', payment_ids };
    const advert = { ...unproven, pay_password: PIN };
    expect(await post(merchant, 'ctc/product/add', advert)).toMatchObject({ code: 'otc.merchant-needed' });

    const proposed = await desk(setters[0] as TestOperator, `merchants/${merchant.userId}/propose`, {
      reason: 'Papers are fine',
    });
    const proposal = (proposed.message as { id: string }).id;
    expect(await desk(setters[0] as TestOperator, `proposals/${proposal}/approve`, {})).toMatchObject({
      code: 'wallet.second-person',
    });
    expect(await desk(setters[1] as TestOperator, `proposals/${proposal}/approve`, {})).toMatchObject({ type: 'ok' });
    expect(await post(merchant, 'ctc/product/add', unproven)).toMatchObject({ code: 'account.fund-password-format' });
    expect(await post(merchant, 'ctc/product/add', advert)).toMatchObject({ type: 'ok' });

    const { coins } = (await get(buyer, 'ctc/product/all')).message as OtcOfferView;
    expect(coins.find(({ currency_name }) => currency_name === 'USDT')).toMatchObject({
      currency_id: 3,
      min_number: '5',
    });
    const keyword = encodeURIComponent(name);
    const { data } = (await get(buyer, `ctc/product/list?currency_id=3&type=sell&page=1&limit=10&keyword=${keyword}`))
      .message as OtcAdvertPage;
    expect(data).toEqual([
      expect.objectContaining({ seller_name: name, price: '7.1', surplus_number: '500', way: 'bank' }),
    ]);
    const id = data[0]?.id ?? '';
    const order = (await post(buyer, 'ctc/order/add', { id, value: '710', means: 'money' })).message as { id: string };
    expect(await put(buyer, 'ctc/order/pay', { id: order.id })).toMatchObject({ type: 'ok' });
    expect(await put(merchant, 'ctc/order/release', { id: order.id, pay_password: PIN })).toMatchObject({ type: 'ok' });
    expect(await world.money(buyer)).toEqual({ spot: '100', frozen: '0' });

    const list = (await get(buyer, 'ctc/order/list?status=3&page=1&limit=10')).message as OtcOrderPage;
    expect(list).toMatchObject({ page: 1, pages: 1, total: 1, data: [{ id: order.id, status: 3, type: 'buy' }] });
    const { data: after } = (await get(buyer, `ctc/product/list?type=sell&keyword=${keyword}`))
      .message as OtcAdvertPage;
    expect(after[0]?.merchant).toMatchObject({ orders: 1, completion_rate: '100.00' });

    expect(
      await desk(setters[0] as TestOperator, `merchants/${merchant.userId}/keep-out`, { reason: 'A complaint' }),
    ).toMatchObject({ type: 'ok' });
    // Another one: the same again, so soon and without a key, is the order that there is.
    expect(await post(buyer, 'ctc/order/add', { id, value: '720', means: 'money' })).toMatchObject({
      code: 'otc.not-offered',
    });
  });
});

describe('what nobody else may', () => {
  it('is real money only', async () => {
    const { buyer, id } = await anOrder();
    for (const path of [`ctc/order/info?id=${id}`, 'ctc/product/list?type=sell']) {
      const reply = await get(buyer, `${path}&account_type=simulation_account`);
      expect(reply).toMatchObject({ code: 'demo.real-money-only' });
    }
  });

  it('shows strangers nothing of an order, its chat or its pictures', async () => {
    const { buyer, id } = await anOrder();
    await world.say(buyer, id, null, await world.upload(buyer));
    const stranger = await world.aPerson();
    for (const path of ['ctc/order/info', 'ctc/chat/list', 'ctc/chat/evidence']) {
      expect(await get(stranger, `${path}?id=${id}`)).toMatchObject({ code: 'otc.not-found' });
    }
    expect(await get(stranger, `ctc/chat/picture?id=${id}&number=2`)).toMatchObject({ code: 'otc.not-found' });
    expect(await put(stranger, 'ctc/order/pay', { id })).toMatchObject({ code: 'otc.not-found' });
  });
});

describe('an appeal', () => {
  it('is decided by two above the limit, with the same outcome, and read by both', async () => {
    const { merchant, buyer, id } = await anOrder('2000');
    await put(buyer, 'ctc/order/pay', { id });
    world.pass(11);
    const images = await world.upload(buyer);
    const said = { id, reason: 'not-released', text: 'I have paid', images };
    expect(await post(buyer, 'ctc/order/appeal', said)).toMatchObject({ type: 'ok' });

    const [ann, bob] = treasurers as [TestOperator, TestOperator];
    const queue = await desk(ann, 'appeals?limit=100');
    expect((queue.message as { list: object[] }).list).toContainEqual(
      expect.objectContaining({ id, status: 'appeal', needsSecondPerson: true, quantity: '2000' }),
    );
    const decision = { award: 'buyer', reason: 'The bank confirms the payment' };
    expect(await desk(ann, `appeals/${id}/decide`, decision)).toMatchObject({ code: 'operations.claim-needed' });
    await desk(ann, `appeals/${id}/claim`, {});
    expect(await desk(ann, `appeals/${id}/say`, { text: 'Please send the receipt' })).toMatchObject({ type: 'ok' });
    const { lines } = (await desk(ann, `appeals/${id}/lines`)).message as RoomLinesView;
    const picture = lines.find(({ kind }) => kind === 'picture')?.number;
    const shown = await fetch(`${world.app.url}/ops/api/appeals/${id}/pictures/${picture}`, {
      headers: { authorization: ann.token },
    });
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    expect((await desk(ann, `appeals/${id}/decide`, decision)).message).toEqual({ outcome: 'second-person' });
    expect(await world.money(merchant)).toEqual({ spot: '3000', frozen: '2000' });
    await desk(ann, `appeals/${id}/claim`, {});
    expect(await desk(ann, `appeals/${id}/decide`, decision)).toMatchObject({ code: 'wallet.second-person' });
    await desk(ann, `appeals/${id}/release`, {});
    await desk(bob, `appeals/${id}/claim`, {});
    // Another outcome is another proposal.
    const other = { award: 'seller', reason: 'I see no payment' };
    expect((await desk(bob, `appeals/${id}/decide`, other)).message).toEqual({ outcome: 'second-person' });
    await desk(ann, `appeals/${id}/claim`, {});
    expect((await desk(ann, `appeals/${id}/decide`, decision)).message).toEqual({ outcome: 'second-person' });
    await desk(bob, `appeals/${id}/claim`, {});
    expect((await desk(bob, `appeals/${id}/decide`, decision)).message).toEqual({ outcome: 'done' });
    expect(await world.money(buyer)).toEqual({ spot: '2000', frozen: '0' });

    const room = (await get(merchant, `ctc/chat/list?id=${id}`)).message as RoomLinesView;
    expect(room.lines.filter(({ voice }) => voice === 'desk').map(({ body }) => body)).toEqual([
      'Please send the receipt',
      'The bank confirms the payment',
    ]);
    const pack = (await get(merchant, `ctc/chat/evidence?id=${id}`)).message as OtcEvidencePackView;
    const { digest, ...content } = pack;
    expect(digest).toBe(createHash('sha256').update(JSON.stringify(content)).digest('hex'));
    expect(pack.order).toMatchObject({ status: 3, ended_by: 'award-buyer' });
    const { payment } = (await get(buyer, `ctc/order/info?id=${id}`)).message as OtcOrderDetailView;
    expect(payment).toBeNull();
  });

  it('below the limit one operator decides', async () => {
    const { merchant, buyer, id } = await anOrder();
    await put(buyer, 'ctc/order/pay', { id });
    world.pass(11);
    await post(merchant, 'ctc/order/appeal', { id, reason: 'not-received', text: 'Nothing arrived' });
    const [ann] = treasurers as [TestOperator];
    await desk(ann, `appeals/${id}/claim`, {});
    const decision = { award: 'seller', reason: 'No payment is to be seen' };
    expect((await desk(ann, `appeals/${id}/decide`, decision)).message).toEqual({ outcome: 'done' });
    expect(await world.money(merchant)).toEqual({ spot: '5000', frozen: '0' });
    expect(await desk(ann, `appeals/${id}/claim`, {})).toMatchObject({ code: 'wallet.decided' });
  });
});
