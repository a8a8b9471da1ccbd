import type { PriceAlertView } from '../../../contract/trading/price-alerts.dto.js';
import { AlertWorld } from '../../../test/factories/alert-world.js';
import type { TestUser } from '../../../test/factories/users.js';
import { PrunePriceAlerts } from './prune-price-alerts.js';

let world: AlertWorld;
let user: TestUser;

beforeAll(async () => {
  world = await AlertWorld.open();
  await world.price('69000');
}, 60_000);
afterAll(async () => {
  const wrong = await world?.wrong().finally(() => world.close());
  expect(wrong).toEqual([]);
});
beforeEach(async () => {
  user = await world.user();
});

const post = (path: string, fields: Record<string, string>, who = user) =>
  world.call.post(`price_alert/${path}`, fields, { token: who.token });
async function list(state = '', who = user, page = '1'): Promise<{ total: number; data: PriceAlertView[] }> {
  const query = new URLSearchParams({ page, ...(state === '' ? {} : { state }) }).toString();
  const reply = await world.call.get(`price_alert/list?${query}`, { token: who.token });
  return reply.message as { total: number; data: PriceAlertView[] };
}
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_each, place) => ({ value: String(80_000 + from + place) }));

describe('a user’s alerts', () => {
  it('are listed as they were made, the newest first', async () => {
    const id = await world.alert(user, { kind: 'fall', value: '68000.50', note: 'Buy more' });
    await world.alert(user, { kind: 'percent-up', value: '5', window: '3600', pause: '3600' });
    const { total, data } = await list();
    expect(total).toBe(2);
    expect(data[0]).toMatchObject({ kind: 'percent-up', window: 3600, source: null, pause: 3600, note: '' });
    expect(data[1]).toEqual({
      id,
      symbol: 'BTC/USDT',
      price_scale: 2,
      kind: 'fall',
      value: '68000.5',
      window: null,
      source: 'index',
      pause: null,
      note: 'Buy more',
      state: 'active',
      times: 0,
      last_at: null,
      last_value: null,
      created_at: expect.any(Number),
    });
    expect(await list('done')).toMatchObject({ total: 0, data: [] });
  });

  it.each<[string, Record<string, string>, string]>([
    ['of a market that is not there', { symbol: 'NO/USDT' }, 'markets.unknown-symbol'],
    ['of no market', { symbol: '' }, 'markets.unknown-symbol'],
    ['on a change without a time', { kind: 'percent-up', value: '5' }, 'request.invalid'],
    ['on a price with a time', { window: '300' }, 'request.invalid'],
    [
      'on a change by a price of one’s choice',
      { kind: 'percent-up', value: '5', window: '300', source: 'mark' },
      'request.invalid',
    ],
    ['on a time that is not offered', { kind: 'percent-up', value: '5', window: '301' }, 'request.invalid'],
    ['with a pause that is not offered', { pause: '1' }, 'request.invalid'],
    ['with more decimals than the price has', { value: '70000.001' }, 'request.invalid'],
    ['on a price below zero', { value: '-70000' }, 'request.invalid'],
    ['on more margin than there is', { kind: 'margin-above', value: '100' }, 'request.invalid'],
    ['with a note that is too long', { note: 'x'.repeat(141) }, 'request.invalid'],
    ['with a note of two lines', { note: 'one\ntwo' }, 'request.invalid'],
  ])('%s is refused', async (_what, changes, code) => {
    expect(await world.create(user, changes)).toMatchObject({ type: 'error', code });
    expect((await list()).total).toBe(0);
  });

  it('on the cross account needs no market, one on a spot market without futures is about prices alone', async () => {
    await world.alert(user, { symbol: '', kind: 'margin-above', value: '80' });
    expect((await list()).data[0]).toMatchObject({ symbol: '', kind: 'margin-above', value: '80' });
    const [row] = await world.source.query<{ symbol: string }[]>(
      'select symbol from market where not perpetual limit 1',
    );
    if (!row) throw new Error('Every market has contracts');
    const wishes: Record<string, string>[] = [
      { kind: 'funding-above', value: '0.01' },
      { kind: 'margin-above', value: '80' },
      { source: 'mark' },
    ];
    for (const changes of wishes) {
      expect(await world.create(user, { symbol: row.symbol, ...changes })).toMatchObject({
        code: 'markets.unknown-symbol',
      });
    }
  });

  it('the same a second time is refused, also at the same time', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => world.create(user)));
    expect(replies.map(({ code }) => code ?? 'ok').sort()).toEqual(['alert.same', 'alert.same', 'ok']);
    const other = await world.alert(user, { value: '71000' });
    const wish = { id: other, symbol: 'BTC/USDT', kind: 'rise', value: '70000' };
    expect(await post('edit', wish)).toMatchObject({ code: 'alert.same' });
    expect(await post('edit', { ...wish, value: '71000', note: 'with words' })).toMatchObject({ type: 'ok' });
    expect((await list()).data[0]).toMatchObject({ value: '71000', note: 'with words' });
  });

  it('are paused, go on and are deleted; a call that comes twice is none', async () => {
    const id = await world.alert(user);
    for (const [call, state] of [
      ['pause', 'paused'],
      ['pause', 'paused'],
      ['resume', 'active'],
      ['resume', 'active'],
    ] as const) {
      expect(await post(call, { id })).toMatchObject({ type: 'ok' });
      expect((await list()).data[0]).toMatchObject({ id, state });
    }
    expect(await post('delete', { id })).toMatchObject({ type: 'ok' });
    for (const call of ['delete', 'pause', 'resume'])
      expect(await post(call, { id })).toMatchObject({ code: 'alert.unknown' });
    expect((await list()).total).toBe(0);
  });

  it('are nobody else’s', async () => {
    const id = await world.alert(user);
    const other = await world.user();
    const wish = { id, symbol: 'BTC/USDT', kind: 'rise', value: '99000' };
    for (const call of ['delete', 'pause', 'resume'])
      expect(await post(call, { id }, other)).toMatchObject({ code: 'alert.unknown' });
    expect(await post('edit', wish, other)).toMatchObject({ code: 'alert.unknown' });
    expect((await list('', other)).total).toBe(0);
    expect((await list()).data[0]).toMatchObject({ id, state: 'active', value: '70000' });
  });

  it('of a user are ninety-nine and a hundred, and not one more', async () => {
    for (const wish of many(99)) await world.alert(user, wish);
    expect((await list()).total).toBe(99);
    const id = await world.alert(user, { value: '90000' });
    expect(await world.create(user, { value: '90001' })).toMatchObject({ code: 'alert.too-many' });
    // A change takes no room, a paused one keeps its own.
    expect(await post('edit', { id, symbol: 'BTC/USDT', kind: 'rise', value: '90002' })).toMatchObject({ type: 'ok' });
    await post('pause', { id });
    expect(await world.create(user, { value: '90001' })).toMatchObject({ code: 'alert.too-many' });
    await post('delete', { id });
    expect(await world.create(user, { value: '90001' })).toMatchObject({ type: 'ok' });
    expect((await list('', user, '10')).data).toHaveLength(10);
  });

  it('of a user are a hundred at most, however many come at once', async () => {
    for (const wish of many(95)) await world.alert(user, wish);
    const replies = await Promise.all(many(20, 1000).map((wish) => world.create(user, wish)));
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(5);
    expect((await list()).total).toBe(100);
  });

  it('that went off are listed apart, and forgotten after ninety days; deleted ones after one', async () => {
    const id = await world.alert(user, { value: '69100' });
    const deleted = await world.alert(user, { value: '90000' });
    await post('delete', { id: deleted });
    await world.endTurn();
    const judge = world.judge();
    await judge.execute();
    await world.price('69100');
    await judge.execute();
    await world.price('69000');
    expect((await list('done')).data).toMatchObject([
      { id, state: 'done', times: 1, last_value: '69100', last_at: world.now - 1000 },
    ]);
    const prune = world.app.application.get(PrunePriceAlerts);
    const age = async (days: number) => {
      await world.source.query(`update price_alert set changed_at = now() - $1 * interval '1 day' where user_id = $2`, [
        days,
        user.userId,
      ]);
      await prune.execute();
      return world.source.query(`select id from price_alert where user_id = $1 order by id`, [user.userId]);
    };
    expect(await age(0.9)).toEqual([{ id }, { id: deleted }]);
    expect(await age(89)).toEqual([{ id }]);
    expect(await age(91)).toEqual([]);
    await world.source.query('delete from account_notice where user_id = $1', [user.userId]);
  });
});
