import type { DataSource } from 'typeorm';
import { bookPart, LAYOUT_PARTS_MAX } from '../../../contract/rules/layout.rules.js';
import { FAVOURITES_MAX } from '../../../contract/rules/preferences.rules.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { inTurn, outcomesOf } from '../../../test/factories/held-back.js';
import { aUser } from '../../../test/factories/users.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { UsersStore } from '../users/index.js';
import { ChangePreferences } from './change-preferences.js';
import { SaveFavourites } from './save-favourites.js';
import { MergePreferences } from './merge-preferences.js';
import { PreferencesStore } from './preferences.store.js';
import { ReadPreferences } from './read-preferences.js';

/** Markets of the seeds. */
const REAL = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'XRP/USDT', 'BNB/USDT', 'ADA/USDT', 'TRX/USDT', 'LTC/USDT'] as const;
/** Beside them stand as many as a user may have favourites, which are not displayed any more. */
const FIRST_HIDDEN = 20_001;

let app: TestApp;
let source: DataSource;
let user: string;
const clock = new FakeClock(Date.parse('2026-11-01T00:00:00Z'));

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '20' });
  source = app.owner;
  await source.query(
    `insert into market select (made.one).* from (
       select jsonb_populate_record(m, jsonb_build_object('id', $1::integer + n, 'symbol', 'T' || n || '/USDT',
         'displayed', false)) as one
         from market m, generate_series(0, $2::integer - 1) n where m.id = 1) as made`,
    [FIRST_HIDDEN, FAVOURITES_MAX],
  );
}, 60_000);
afterAll(() => app?.close());
beforeEach(async () => {
  user = (await aUser(source)).userId;
});

const store = () => app.application.get(PreferencesStore);
const transactions = () => app.application.get(Transactions);
const users = () => app.application.get(UsersStore);
const favourites = () => new SaveFavourites(store(), transactions(), clock);
const change = (request: Parameters<ChangePreferences['execute']>[1], who = user) =>
  new ChangePreferences(store(), users(), transactions(), clock).execute(who, request);
const merge = (request: Parameters<MergePreferences['execute']>[1], who = user) =>
  new MergePreferences(store(), users(), transactions(), clock).execute(who, request);
const add = (symbol: string) => () => favourites().add(user, symbol);
const view = (who = user) => new ReadPreferences(store()).execute(who);
const listed = async () => (await view()).favourites;

/** Gives the user so many favourites that are not displayed any more. */
async function withHidden(count: number): Promise<void> {
  await change({});
  await source.query(
    `insert into favourite_market (user_id, market_id, added_at)
     select $1::bigint, $2::integer + n, now() from generate_series(0, $3::integer - 1) n order by n`,
    [user, FIRST_HIDDEN, count],
  );
}

describe('the preferences of a user', () => {
  it('are none at first, but for the language', async () => {
    expect(await view()).toEqual({
      revision: 0,
      language: 'en',
      language_mark: expect.stringMatching(/^lm1\.en\./),
      direction_colours: '',
      appearance: '',
      tabs: '',
      layout: {},
      favourites: [],
    });
  });

  it('change where something is named, and stay where nothing is', async () => {
    await change({ appearance: 'light', tabs: 'three' });
    await change({ direction_colours: 'blue-orange' });
    await change({ appearance: 'dark' });
    expect(await view()).toMatchObject({
      revision: 3,
      language: 'en',
      direction_colours: 'blue-orange',
      appearance: 'dark',
      tabs: 'three',
    });
  });

  it('of two devices at once keep both what one and what the other has chosen', async () => {
    await Promise.all([
      change({ appearance: 'light' }),
      change({ tabs: 'three' }),
      change({ direction_colours: 'red-up' }),
      add('BTC/USDT')(),
      add('ETH/USDT')(),
    ]);
    const { revision, appearance, tabs, direction_colours, favourites: symbols } = await view();
    expect([revision, appearance, tabs, direction_colours]).toEqual([5, 'light', 'three', 'red-up']);
    expect([...symbols].sort()).toEqual(['BTC/USDT', 'ETH/USDT']);
  });

  it('have the language that messages are written in, in any of its spellings', async () => {
    await change({ language: 'kr' });
    expect((await view()).language).toBe('ko');
    const rows: unknown[] = await source.query('select language from account_user where id = $1', [user]);
    expect(rows).toEqual([{ language: 'ko' }]);
  });

  it('are not changed by a language that there is not', async () => {
    await expect(change({ language: 'tlh', appearance: 'light' })).rejects.toMatchObject({ code: 'language.unknown' });
    await expect(merge({ language: 'tlh', symbols: 'BTC/USDT' })).rejects.toMatchObject({ code: 'language.unknown' });
    expect(await view()).toMatchObject({ revision: 0, appearance: '', favourites: [] });
  });

  it('say when they were changed, by the clock that is given', async () => {
    clock.advance(86_400_000);
    await change({ appearance: 'light' });
    const rows: unknown[] = await source.query('select changed_at from account_preference where user_id = $1', [user]);
    expect(rows).toEqual([{ changed_at: new Date(clock.now()) }]);
  });

  it('are the user’s alone', async () => {
    const { userId } = await aUser(source);
    await change({ appearance: 'light' });
    await add('BTC/USDT')();
    expect(await view(userId)).toMatchObject({ revision: 0, appearance: '', favourites: [] });
  });
});

describe('favourites', () => {
  it('stand in the order in which they were added, each once', async () => {
    for (const symbol of ['SOL/USDT', 'BTC/USDT', 'SOL/USDT', 'ETH/USDT']) await add(symbol)();
    expect(await listed()).toEqual(['SOL/USDT', 'BTC/USDT', 'ETH/USDT']);
  });

  it('are removed once or twice, also what was none, and come last when they come again', async () => {
    for (const symbol of ['SOL/USDT', 'BTC/USDT', 'ETH/USDT']) await add(symbol)();
    for (const symbol of ['SOL/USDT', 'SOL/USDT', 'LTC/USDT', 'NONE/USDT']) await favourites().remove(user, symbol);
    expect(await listed()).toEqual(['BTC/USDT', 'ETH/USDT']);
    await add('SOL/USDT')();
    expect(await listed()).toEqual(['BTC/USDT', 'ETH/USDT', 'SOL/USDT']);
  });

  it.each(['NONE/USDT', 'btc/usdt', '', 'T0/USDT', "'; drop table favourite_market; --"])(
    'are markets that are displayed: %p is refused and changes nothing',
    async (symbol) => {
      expect(await inTurn([add(symbol)])).toEqual(['markets.unknown-symbol']);
      expect(await view()).toMatchObject({ revision: 0, favourites: [] });
    },
  );

  it('of a user are two hundred at most, however many come at once', async () => {
    await withHidden(FAVOURITES_MAX - 3);
    const outcomes = outcomesOf(await Promise.allSettled(REAL.map((symbol) => add(symbol)())));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'account.favourites-full')).toHaveLength(REAL.length - 3);
    expect(await listed()).toHaveLength(FAVOURITES_MAX);
  });

  it('of a user are a hundred and ninety-nine and two hundred, and not one more', async () => {
    await withHidden(FAVOURITES_MAX - 2);
    const tries = [add('BTC/USDT'), add('ETH/USDT'), add('SOL/USDT')];
    expect(await inTurn(tries)).toEqual(['done', 'done', 'account.favourites-full']);
    // One that is there is no further one.
    expect(await inTurn([add('ETH/USDT')])).toEqual(['done']);
    await favourites().remove(user, 'T0/USDT');
    expect(await inTurn([add('SOL/USDT'), add('XRP/USDT')])).toEqual(['done', 'account.favourites-full']);
    expect(await listed()).toHaveLength(FAVOURITES_MAX);
  });
});

describe('what a browser has of a guest', () => {
  it('is all taken over where the account has nothing yet, its language too', async () => {
    const looks = { direction_colours: 'green-up', appearance: 'light', tabs: 'three' };
    await merge({ ...looks, language: 'th', symbols: 'ETH/USDT,BTC/USDT,ETH/USDT' });
    expect(await view()).toMatchObject({
      ...looks,
      revision: 1,
      language: 'th',
      favourites: ['ETH/USDT', 'BTC/USDT'],
    });
  });

  it('fills up what the account has not chosen, and changes nothing else', async () => {
    await change({ appearance: 'dark', language: 'ja' });
    await add('SOL/USDT')();
    await merge({ appearance: 'light', tabs: 'three', language: 'th', symbols: 'BTC/USDT,SOL/USDT,ETH/USDT' });
    expect(await view()).toMatchObject({
      language: 'ja',
      appearance: 'dark',
      tabs: 'three',
      favourites: ['SOL/USDT', 'BTC/USDT', 'ETH/USDT'],
    });
  });

  it('is taken over twice as once, also at the same time', async () => {
    const given = { symbols: 'BTC/USDT,ETH/USDT', appearance: 'light' };
    await Promise.all([merge(given), merge(given), merge(given)]);
    await merge(given);
    expect(await view()).toMatchObject({ appearance: 'light', favourites: ['BTC/USDT', 'ETH/USDT'] });
  });

  it('is passed over where it is no market, and beyond the most', async () => {
    await withHidden(FAVOURITES_MAX - 2);
    await merge({ symbols: 'NONE/USDT,BTC/USDT,,T1/USDT,ETH/USDT,SOL/USDT' });
    expect((await listed()).slice(-3)).toEqual([expect.stringMatching(/^T/), 'BTC/USDT', 'ETH/USDT']);
    expect(await listed()).toHaveLength(FAVOURITES_MAX);
  });

  it('may be the most that there can be, and not one more', async () => {
    const symbols = (count: number) => Array.from({ length: count }, (_each, place) => `X${place}/USDT`).join(',');
    const tries = [FAVOURITES_MAX, FAVOURITES_MAX + 1].map((count) => () => merge({ symbols: symbols(count) }));
    expect(await inTurn(tries)).toEqual(['done', 'request.invalid']);
  });
});

describe('the layout of a user', () => {
  const layout = async (who = user) => (await view(who)).layout;
  const choose = (parts: Record<string, string>, who = user) => change({ layout: JSON.stringify(parts) }, who);

  it('is chosen part by part, market by market, of two devices at once too', async () => {
    await Promise.all([
      choose({ chart: '{"version":1,"type":"line"}' }),
      choose({ [bookPart('BTC/USDT')]: '2' }),
      choose({ [bookPart('ETH/USDT')]: '1' }),
    ]);
    const all = { chart: '{"version":1,"type":"line"}', 'book:BTC/USDT': '2', 'book:ETH/USDT': '1' };
    expect(await layout()).toEqual(all);
    await change({ tabs: 'three' });
    await favourites().add(user, 'BTC/USDT');
    expect(await layout()).toEqual(all);
    await choose({ 'book:BTC/USDT': '', 'book:XRP/USDT': '' });
    expect(await layout()).toEqual({ chart: all.chart, 'book:ETH/USDT': '1' });
  });

  it('of a first choice keeps nothing that is taken back', async () => {
    await choose({ 'book:BTC/USDT': '', 'book:ETH/USDT': '3' });
    expect(await layout()).toEqual({ 'book:ETH/USDT': '3' });
  });

  it('of a browser fills what the account has not chosen', async () => {
    await choose({ 'book:ETH/USDT': '1' });
    await merge({ layout: '{"book:ETH/USDT":"3","book:BTC/USDT":"3","chart":"{}"}' });
    expect(await layout()).toEqual({ 'book:ETH/USDT': '1', 'book:BTC/USDT': '3', chart: '{}' });
  });

  it.each(['{', '[]', '{"drawings":"x"}', '{"book:BTC/USDT":2}'])(
    'is refused whole where it is none: %s',
    async (text) => {
      await expect(change({ layout: text, appearance: 'light' })).rejects.toMatchObject({ code: 'request.invalid' });
      await expect(merge({ layout: text, symbols: 'BTC/USDT' })).rejects.toMatchObject({ code: 'request.invalid' });
      expect(await view()).toMatchObject({ revision: 0, layout: {}, appearance: '', favourites: [] });
    },
  );

  const parts = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, at) => [bookPart(`C${from + at}/USDT`), '1']));

  it('of a browser that has no room keeps none of the rest out', async () => {
    await choose(parts(0, LAYOUT_PARTS_MAX));
    const before = await layout();
    await merge({ layout: '{"book:ETH/USDT":"3"}', symbols: 'BTC/USDT' });
    expect(await view()).toMatchObject({ layout: before, favourites: ['BTC/USDT'] });
  });

  it('has a last place that goes to one of four at once', async () => {
    await choose(parts(0, LAYOUT_PARTS_MAX - 1));
    const tries = [500, 501, 502, 503].map((at) => choose(parts(at, at + 1)));
    expect(outcomesOf(await Promise.allSettled(tries)).toSorted()).toEqual([
      'done',
      ...Array.from({ length: 3 }, () => 'request.invalid'),
    ]);
    expect(Object.keys(await layout())).toHaveLength(LAYOUT_PARTS_MAX);
  });

  it('has so many parts and not one more, of however many requests', async () => {
    await choose(parts(0, LAYOUT_PARTS_MAX - 1));
    expect(await inTurn([() => choose(parts(500, 501)), () => choose(parts(501, 502))])).toEqual([
      'done',
      'request.invalid',
    ]);
    expect(Object.keys(await layout())).toHaveLength(LAYOUT_PARTS_MAX);
    expect(await inTurn([() => choose({ 'book:C0/USDT': '' }), () => choose(parts(501, 502))])).toEqual([
      'done',
      'done',
    ]);
  });
});
