import { SweepSubscriptions } from '../../features/trading/subscription/sweep-subscriptions.js';
import { OffersStore } from '../../features/trading/subscription/offers.store.js';
import { SubscriptionStore } from '../../features/trading/subscription/subscription.store.js';
import { Config } from '../../platform/config/config.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { DeskWorld, SUBSCRIPTION_SUBJECTS } from '../factories/desk-world.js';
import { fund } from '../factories/ledger.js';
import { anOperator } from '../factories/operators.js';
import { DAY_MS, offerTerms } from '../factories/subscription.js';
import { FakeClock } from '../fakes/fake-clock.js';

let world: DeskWorld;

beforeAll(async () => {
  world = await DeskWorld.open();
  await fund(world.source, world.user.userId, '1000');
  await world.verifyBasic(world.user);
}, 60_000);
afterAll(() => world?.close());

const DEAL = { priceScale: 4, quantityScale: 2, instruments: [], reason: 'As agreed with the issuer' };

/** What the desk sends of an offer: on sale since a minute ago. */
function request(changes: object = {}) {
  const { startsAt, endsAt, launchesAt, texts: _texts, ...terms } = offerTerms(Date.now() - 60_000);
  const [starts, ends, launches] = [startsAt, endsAt, launchesAt].map((at) => Date.parse(at));
  const times = { startsAt: starts, endsAt: ends, launchesAt: launches };
  const texts = [
    { language: 'en', introduction: 'A new coin.', rules: 'It may become worthless.' },
    { language: 'zh', introduction: '一种新币。', rules: '可能变得一文不值。' },
  ];
  return { ...terms, ...times, texts, reason: 'As agreed with the issuer', ...changes };
}

const idOf = ({ message }: { message?: unknown }) => (message as { id: string }).id;
const approve = (id: string, by = world.bob) => world.desk(by, `proposals/${id}/approve`, {});

/** An offer that two operators agreed on. */
async function offered(changes: object = {}): Promise<string> {
  const proposed = await world.desk(world.settings, 'subscriptions', request(changes));
  expect(proposed).toMatchObject({ type: 'ok' });
  expect(await approve(idOf(proposed))).toMatchObject({ type: 'ok' });
  const { list } = (await world.desk(world.settings, 'subscriptions')).message as { list: { id: number }[] };
  return String(Math.max(...list.map(({ id }) => id)));
}

const get = (path: string, language = 'en') => world.call.get(path, { token: world.user.token, language });
const buy = (config_id: string, amount: string, fields = {}) =>
  world.post('lh/send/order', { config_id, amount, ...fields });

async function sweep(days = 0): Promise<void> {
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => world.app.application.get(token);
  const clock = new FakeClock(Date.now() + days * DAY_MS);
  const given = [of(SubscriptionStore), of(OffersStore), of(Transactions), of(Outbox), clock, of(Metrics)] as const;
  await new SweepSubscriptions(...given).execute();
}

it('is proposed by one operator, shown when another agrees, bought, launched, locked and released', async () => {
  const proposed = await world.desk(world.settings, 'subscriptions', request({ total: '400', recommended: true }));
  const id = idOf(proposed);
  expect((await get('lh/send/config')).message).toEqual([]);
  expect(await approve(id, world.settings)).toMatchObject({ code: 'wallet.second-person' });
  expect(await approve(id)).toMatchObject({ type: 'ok' });

  const [offer] = (await get('lh/send/config')).message as { id: number; new_currency_name: string }[];
  const code = offer?.new_currency_name as string;
  const config_id = String(offer?.id);
  expect(offer).toMatchObject({
    currency_id: 3,
    currency_name: 'USDT',
    change_rate: '0.2500',
    interest_rate: '3.0000',
    predict_rate: '3%',
    num: '400.00000000',
    last_num: '400.00000000',
    buy_num: '10.00000000',
    day: 30,
    is_recommend: 1,
    introduction: 'A new coin.',
    state: 'subscribing',
  });
  expect((await get('lh/send/get_recommend', 'zh')).message).toMatchObject({
    id: offer?.id,
    recommend_content: '一种新币。',
  });
  expect((await get(`lh/send/product_info?id=${config_id}`, 'ja')).message).toMatchObject({
    rules: 'It may become worthless.',
  });
  expect((await get('lh/send/config?keyword=nothing-like-it')).message).toEqual([]);

  expect(await world.post('subscription/preview', { config_id, amount: '100' })).toMatchObject({
    message: { coins: '400', amount: '100', expected_interest: '12', verified: true, balance_after: '900' },
  });
  expect(await buy(config_id, '100', { account_type: 'simulation_account' })).toMatchObject({
    code: 'subscription.real-only',
  });
  const launch = () => world.desk(world.settings, `subscriptions/${config_id}/launch`, DEAL);
  expect(await launch()).toMatchObject({ code: 'subscription.still-sold' });
  expect(await buy(config_id, '100')).toMatchObject({ type: 'ok' });
  expect(await buy(config_id, '2.5')).toMatchObject({
    code: 'subscription.sold-out',
    message: 'This new coin is sold out',
  });
  await sweep();
  const orders = async (status: string) =>
    (await get(`lh/send/order_list?status=${status}&page=1&limit=50`)).message as {
      order_list: Record<string, unknown>[];
      total: number;
      total_interest: string;
    };
  const [order] = (await orders('1')).order_list;
  expect(order).toMatchObject({
    amount: '100.00000000',
    new_currency_num: '400.00000000',
    exam_status: 1,
    status: 1,
    state: 'passed',
    interest: '0.00000000',
  });

  const launching = idOf(await launch());
  // It moves users' coins: that is for a treasurer to say.
  const setter = await anOperator(world.source, 'settings');
  expect(await approve(launching, setter)).toMatchObject({ code: 'access.forbidden' });
  expect(await approve(launching)).toMatchObject({ type: 'ok' });
  await sweep();
  expect((await orders('1')).order_list).toMatchObject([
    { state: 'locked', start_at: expect.stringMatching(/^\d{4}-/) },
  ]);
  expect((await get('subscription/releases')).message).toMatchObject([
    { coins: '400', estimated: false, released: false },
  ]);
  expect((await get('currency/quotation_new')).type).toBe('ok');
  await sweep(31);
  expect(await orders('1')).toMatchObject({ total: 0 });
  expect(await orders('2')).toMatchObject({
    total: 1,
    total_interest: '12.00000000',
    order_list: [{ state: 'released', status: 2, original_interest: '12.00000000' }],
  });
  expect((await get(`subscription/order?id=${String(order?.id)}`)).message).toMatchObject({ state: 'released' });
  const events = await world.eventsOf(world.user, 'subscription');
  expect(events.map(({ state }) => state)).toEqual(['review', 'passed', 'locked', 'released']);
  const notices = await world.eventsOf(world.user, 'notice');
  expect(notices.at(-1)).toMatchObject({ notice: 'subscription-released', parameters: { amount: '412', coin: code } });
  expect(JSON.stringify((await get('user/userLog')).message)).toContain(`412 ${code}`);
});

it('gives everything back when two operators cancel it', async () => {
  const before = await world.balance();
  const id = await offered();
  expect(await buy(id, '50')).toMatchObject({ type: 'ok' });
  const cancel = await world.desk(world.ann, `subscriptions/${id}/cancel`, { reason: 'The issuer withdrew' });
  const setter = await anOperator(world.source, 'settings');
  expect(await approve(idOf(cancel), setter)).toMatchObject({ code: 'access.forbidden' });
  expect(await approve(idOf(cancel))).toMatchObject({ type: 'ok' });
  expect(await buy(id, '25')).toMatchObject({ code: 'subscription.not-open' });
  await sweep();
  expect(await world.balance()).toBe(before);
  expect((await world.desk(world.auditor, `subscriptions/${id}`)).message).toMatchObject({
    status: 'cancelled',
    cancelReason: 'operators',
    left: '1000',
    figures: [{ state: 'returned', orders: 1, coins: '200', cost: '50' }],
  });
  expect(await world.desk(world.settings, `subscriptions/${id}/launch`, DEAL)).toMatchObject({
    code: 'subscription.offer-ended',
  });
});

it('waits an hour where the desk announces, and one administrator stops it', async () => {
  const id = await offered({ total: '10', maximum: '10' });
  expect(await buy(id, '2.5')).toMatchObject({ type: 'ok' });
  const { values } = world.app.application.get(Config);
  const before = values.OPERATIONS_WAIT_MINUTES;
  values.OPERATIONS_WAIT_MINUTES = 60;
  try {
    const launch = await world.desk(world.settings, `subscriptions/${id}/launch`, DEAL);
    expect(await approve(idOf(launch))).toMatchObject({ message: { dueAt: expect.any(Number) } });
    const { list } = (await world.desk(world.bob, 'announced')).message as { list: { id: string; kind: string }[] };
    expect(list).toMatchObject([{ kind: 'subscription-launch' }]);
    const stop = { reason: 'Not agreed' };
    expect(await world.desk(world.auditor, `announced/${list[0]?.id}/stop`, stop)).toMatchObject({ type: 'ok' });
    expect((await get(`lh/send/product_info?id=${id}`)).message).toMatchObject({ state: 'sold-out', market: '' });
  } finally {
    values.OPERATIONS_WAIT_MINUTES = before;
  }
});

it.each([
  ['coinCode', { coinCode: 'lower' }],
  ['yieldSource', { yieldRatio: '0.1', yieldSource: undefined }],
  ['maximum', { maximum: '5000' }],
  ['texts', { texts: [{ language: 'ja', introduction: 'x', rules: 'y' }] }],
  ['price', { price: '0' }],
])('refuses an offer for its %s', async (field, changes) => {
  const reply = await world.desk(world.settings, 'subscriptions', request(changes));
  expect(reply).toMatchObject({ code: 'request.invalid' });
  expect(JSON.stringify(reply.message)).toContain(field);
});

it('refuses an offer that leaves people no time', async () => {
  const reply = await world.desk(world.settings, 'subscriptions', request({ endsAt: 0 }));
  expect(reply).toMatchObject({ code: 'subscription.date-too-soon', message: expect.stringContaining('24 h') });
});

it('every act did what the list of the desk says, and nothing else', () =>
  world.expectActsOf((subject) => SUBSCRIPTION_SUBJECTS.includes(subject)));
