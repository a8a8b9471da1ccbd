import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getCountries, getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';
import {
  COUNTRY_PRODUCTS,
  type CountryProduct,
  type CountryRuleTerms,
  RULED_PRODUCTS,
  wrongField,
} from '../../../contract/rules/country-rules.rules.js';
import { storedFunctions } from '../../../platform/database/stored-functions.js';
import { BTC_MARKET } from '../../../test/factories/futures-world.js';
import { LimitedPeople, type Opening, outcome } from '../../../test/factories/own-limits.js';
import { TradingWorld } from '../../../test/factories/trading-world.js';
import { SpotStopsStore } from '../../trading/spot/spot-stops.store.js';
import { SubmitSpotOrder } from '../../trading/spot/submit-spot-order.js';
import { CountryRules } from './country-rules.js';
import { GetOfferedProducts } from './get-offered-products.js';
import { SetCountryRule } from './set-country-rule.js';

const PRODUCT_OF: Record<Opening, CountryProduct> = {
  option: 'options',
  contract: 'contracts',
  'contract that waits': 'contracts',
  purchase: 'spot',
  'purchase that waits': 'spot',
  stop: 'spot',
  trust: 'trust',
};
const OPENINGS = Object.keys(PRODUCT_OF) as Opening[];
/** Of the document that the world's people are verified with. */
const VERIFIED = 'DE';

let world: TradingWorld;
let people: LimitedPeople;
let user: string;

beforeAll(async () => {
  world = await TradingWorld.open();
  people = new LimitedPeople(world);
}, 180_000);

beforeEach(async () => {
  await people.fresh();
  user = await people.person();
});

/** As it was in the beginning, and nobody has a phone. */
afterEach(async () => {
  await world.source.query('update account_user set phone = null where phone is not null');
  const rows: { country: string; product: CountryProduct }[] = await world.source.query(
    `select country, product from (
       select distinct on (country, product) country, product, state, leverage_max from country_rule
        order by country, product, id desc) newest
      where case country when '*' then state <> 'allowed' or leverage_max is not null else state is not null end`,
  );
  for (const { country, product } of rows) await rule(country, product, country === '*' ? 'allowed' : null);
});

/** It fails where the books are not in order. */
afterAll(() => world?.close());

async function rule(
  country: string,
  product: CountryProduct,
  state: CountryRuleTerms['state'],
  leverageMax: number | null = null,
): Promise<void> {
  await world.serving.transaction((tx) =>
    world.futures.get(SetCountryRule).execute(tx, { country, product, state, leverageMax }),
  );
}

const phone = (number: string | null) =>
  world.source.query('update account_user set phone = $2 where id = $1', [user, number]);
const unverify = () =>
  world.source.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(`update verification_case set status = 'rejected', reason = 'a test' where user_id = $1`, [user]);
  });
const stateOf = async (product: CountryProduct) =>
  (await world.futures.get(GetOfferedProducts).execute(user)).products.find((each) => each.product === product);

describe('a rule of a country', () => {
  it.each(
    (['not-offered', 'closing-only'] as const).flatMap((state) => OPENINGS.map((opening) => [state, opening] as const)),
  )('%s refuses what is new: %s', async (state, opening) => {
    await rule(VERIFIED, PRODUCT_OF[opening], state);
    expect(await people.open(user, opening)).toBe(`country.${state}`);
    // Options with demo money are a product of their own.
    expect(await people.open(user, opening, true)).toBe(opening === 'option' ? 'done' : `country.${state}`);
    for (const other of OPENINGS) {
      if (PRODUCT_OF[other] !== PRODUCT_OF[opening]) expect(await people.open(user, other)).toBe('done');
    }
    await rule(VERIFIED, PRODUCT_OF[opening], 'allowed');
    expect(await people.open(user, opening)).toBe('done');
  });

  it('of options with demo money leaves those with real money alone', async () => {
    await rule(VERIFIED, 'options-demo', 'not-offered');
    expect(await people.open(user, 'option', true)).toBe('country.not-offered');
    expect(await people.open(user, 'option')).toBe('done');
  });

  it('of another country is nobody else’s, and one of all others is of whoever has none of their own', async () => {
    await rule('US', 'spot', 'not-offered');
    expect(await people.open(user, 'purchase')).toBe('done');
    await rule('*', 'spot', 'closing-only');
    expect(await people.open(user, 'purchase')).toBe('country.closing-only');
    await rule(VERIFIED, 'spot', 'allowed');
    expect(await people.open(user, 'purchase')).toBe('done');
  });

  it.each(['not-offered', 'closing-only'] as const)('%s lets close, sell, reduce and cancel', async (state) => {
    const position = await world.futures.open(user, { lots: 4 });
    for (const opening of ['purchase', 'purchase that waits', 'stop', 'contract that waits'] as const) {
      expect(await people.open(user, opening)).toBe('done');
    }
    for (const product of RULED_PRODUCTS) await rule(VERIFIED, product, state);
    expect(await outcome(world.futures.close1(user, position.positionId, { lots: 1 }))).toBe('done');
    expect(await outcome(world.futures.close1(user, position.positionId))).toBe('done');
    const waits = (await world.futures.rows(user)).find(({ status }) => status === 0);
    expect(await outcome(world.futures.cancel(user, waits?.positionId ?? ''))).toBe('done');
    const { base, quote } = world.market(BTC_MARKET);
    const sale = { baseCurrencyId: base.id, quoteCurrencyId: quote.id, demo: false, side: 'sell' as const };
    const wish = { ...sale, quantity: '0.001', limitPrice: null };
    expect(
      await outcome(world.futures.get(SubmitSpotOrder).execute({ userId: user, wish, worstPrice: null, key: null })),
    ).toBe('done');
    // A purchase that waits is not made another one.
    expect(await world.amendSpot(user, { limitPrice: '49500', quantity: '0.001' })).toBe(false);
    expect(await world.amendStop(user, { limitPrice: '51050', amount: '0.001' })).toBe(false);
    expect(await world.amendStop(user, { amount: '0.001' })).toBe(true);
    expect(await outcome(world.futures.get(CountryRules).assertMayDeposit(user))).toBe(`country.${state}`);
  });

  it('caps the leverage of what is new', async () => {
    const position = await world.futures.open(user, { lots: 2, leverage: 20 });
    await rule(VERIFIED, 'contracts', 'allowed', 10);
    expect(await outcome(world.futures.submit(user, { lots: 2, leverage: 20 }))).toBe('country.leverage');
    const waiting = { lots: 2, leverage: 20, isLimit: true, limitPrice: '49000' };
    expect(await outcome(world.futures.submit(user, waiting))).toBe('country.leverage');
    expect(await outcome(world.futures.submit(user, { lots: 2, leverage: 10 }))).toBe('done');
    expect(await stateOf('contracts')).toEqual({ product: 'contracts', state: 'allowed', leverage_max: 10 });
    expect(await outcome(world.futures.close1(user, position.positionId))).toBe('done');
  });

  it('fills and triggers nothing that waits, and lets it go on when it is allowed again', async () => {
    const opened = ['contract that waits', 'purchase that waits', 'stop'] as const;
    for (const opening of opened) expect(await people.open(user, opening)).toBe('done');
    const waiting = async () => {
      const [row] = await world.source.query(
        `select (select count(*) from spot_order where user_id = $1 and status = 'open')
              + (select count(*) from spot_stop where user_id = $1 and status = 'waiting')
              + (select count(*) from futures_position where user_id = $1 and status = 0) as count`,
        [user],
      );
      return Number(row.count);
    };
    const reach = async () => {
      for (const price of ['48900', '51050']) {
        world.sample(new Map([[BTC_MARKET, price]]));
        await world.write();
        await world.work([BTC_MARKET]);
      }
    };
    expect(await waiting()).toBe(3);
    await rule(VERIFIED, 'spot', 'closing-only');
    await rule(VERIFIED, 'contracts', 'not-offered');
    await reach();
    expect(await waiting()).toBe(3);
    await rule(VERIFIED, 'contracts', 'allowed', 5);
    await reach();
    // Its leverage is above the highest.
    expect(await waiting()).toBe(3);
    await rule(VERIFIED, 'spot', 'allowed');
    await rule(VERIFIED, 'contracts', 'allowed');
    // Who was not let is asked of again after half a minute.
    world.futures.clock.advance(30_000);
    await reach();
    expect(await waiting()).toBe(0);
  });

  it('lets what waits for it take nothing of the book from the futures of others', async () => {
    // Of no country that is known, and behind the other in the order of price and time.
    const other = await world.user('contract', '10000');
    const order = { lots: 2, leverage: 10, isLimit: true, limitPrice: '49000' };
    for (const each of [user, other]) expect(await outcome(world.futures.submit(each, order))).toBe('done');
    await rule(VERIFIED, 'contracts', 'closing-only');
    world.futures.clock.advance(1000);
    // Enough for one of the two.
    world.futures.price('48900', { bids: [['48890', '30']], asks: [['48900', '0.03']] });
    expect(await world.worker.fill()).toBe(1);
    expect((await world.futures.rows(other)).map(({ status }) => status)).toEqual([1]);
    const [waits] = await world.futures.rows(user);
    expect(waits).toMatchObject({ status: 0 });
    await world.futures.cancel(user, waits?.positionId ?? '');
  });

  it('keeps stops that it does not let out of what is tried', async () => {
    expect(await people.open(user, 'stop')).toBe('done');
    const reached = async () => {
      const place = { marketId: BTC_MARKET, demo: false };
      const stops = await world.futures
        .get(SpotStopsStore)
        .reached(place, '51050', { tried: [], barred: [], limit: 200, at: new Date() });
      return stops.filter(({ userId, mayTrade }) => mayTrade && userId === user).length;
    };
    expect(await reached()).toBe(1);
    await rule(VERIFIED, 'spot', 'closing-only');
    expect(await reached()).toBe(0);
    await rule(VERIFIED, 'spot', 'allowed');
    expect(await reached()).toBe(1);
  });
});

describe('the country of a user', () => {
  it('is that of the verified document alone', async () => {
    await phone('+12025550123');
    await rule('US', 'spot', 'not-offered');
    expect(await people.open(user, 'purchase')).toBe('done');
    expect(await world.futures.get(GetOfferedProducts).execute(user)).toMatchObject({ country: VERIFIED });
  });

  it('is of whoever is not verified that of all phones ever: another one makes nobody freer', async () => {
    await phone('+12025550123');
    await unverify();
    await rule('US', 'spot', 'not-offered');
    expect(await people.open(user, 'purchase')).toBe('country.not-offered');
    await phone('+4915123456789');
    expect(await people.open(user, 'purchase')).toBe('country.not-offered');
    await phone(null);
    expect(await people.open(user, 'purchase')).toBe('country.not-offered');
    await world.source.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(`update verification_case set status = 'verified', reason = null where user_id = $1`, [user]);
    });
    expect(await people.open(user, 'purchase')).toBe('done');
  });

  it('that is not known goes by the row of all others, also once a phone says another', async () => {
    await unverify();
    await rule('*', 'spot', 'closing-only');
    await rule('FR', 'spot', 'allowed');
    expect(await people.open(user, 'purchase')).toBe('country.closing-only');
    await phone('+33612345678');
    expect(await people.open(user, 'purchase')).toBe('country.closing-only');
    await rule('*', 'spot', 'allowed');
    await rule('FR', 'spot', 'closing-only');
    expect(await people.open(user, 'purchase')).toBe('country.closing-only');
  });

  it('with a stricter phone is stricter at once, and the lowest leverage of all counts', async () => {
    await unverify();
    await phone('+33612345678');
    await rule('FR', 'contracts', 'allowed', 20);
    await rule('JP', 'contracts', 'allowed', 4);
    expect(await stateOf('contracts')).toMatchObject({ leverage_max: 20 });
    await phone('+819012345678');
    expect(await stateOf('contracts')).toMatchObject({ leverage_max: 4 });
    await phone('+33612345679');
    expect(await stateOf('contracts')).toMatchObject({ leverage_max: 4 });
  });

  it('is among those that the calling code of a phone can be of, for every country', async () => {
    const numbers = getCountries().map((country) => ({ country, number: getExampleNumber(country, examples)?.number }));
    const rows: { country: string; said: string[] }[] = await world.source.query(
      `select n.country, phone_countries(n.number) as said from unnest($1::text[], $2::text[]) n (country, number)`,
      [numbers.map(({ country }) => country), numbers.map(({ number }) => number ?? null)],
    );
    expect(rows.length).toBeGreaterThan(240);
    expect(rows.filter(({ country, said }) => !said.includes(country))).toEqual([]);
  });
});

describe('a change of a rule', () => {
  it('waits for an order that began before, and an order that begins during it waits and is refused', async () => {
    const setting = world.source.createQueryRunner();
    await setting.connect();
    await setting.startTransaction();
    const order = people.open(user, 'trust');
    expect(await order).toBe('done');
    await setting.query(`select country_rule_set($1, 'trust', 'not-offered', null, now())`, [VERIFIED]);
    const late = people.open(user, 'trust');
    const blocked = async (): Promise<boolean> => {
      const rows: unknown[] = await world.source.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
      );
      return rows.length > 0;
    };
    while (!(await blocked())) await new Promise((resolve) => setImmediate(resolve));
    await setting.commitTransaction();
    expect(await late).toBe('country.not-offered');
    // The other way round: who holds the rules keeps them as they are.
    await setting.startTransaction();
    await setting.query('select country_rule_hold()');
    const change = rule(VERIFIED, 'trust', 'allowed');
    while (!(await blocked())) await new Promise((resolve) => setImmediate(resolve));
    expect(await stateOf('trust')).toMatchObject({ state: 'not-offered' });
    await setting.commitTransaction();
    await setting.release();
    await change;
    expect(await people.open(user, 'trust')).toBe('done');
  });

  it('that changes nothing is refused, and a row is written once', async () => {
    await expect(rule('*', 'spot', 'allowed')).rejects.toMatchObject({ code: 'operations.nothing-changed' });
    for (const sql of ['update country_rule set state = null', 'delete from country_rule']) {
      await expect(world.source.query(sql)).rejects.toThrow(/written once/);
    }
  });

  it.each<[Partial<CountryRuleTerms>, string]>([
    [{ product: 'withdrawals', state: 'not-offered' }, 'product'],
    [{ product: 'withdrawals', state: 'closing-only' }, 'product'],
    [{ country: 'de' }, 'country'],
    [{ country: 'DEU' }, 'country'],
    [{ country: '*', state: null }, 'state'],
    [{ product: 'spot', leverageMax: 5 }, 'leverageMax'],
    [{ product: 'contracts', state: 'closing-only', leverageMax: 5 }, 'leverageMax'],
    [{ product: 'contracts', state: null, leverageMax: 5 }, 'leverageMax'],
    [{ product: 'contracts', leverageMax: 0 }, 'leverageMax'],
    [{ product: 'contracts', leverageMax: 1001 }, 'leverageMax'],
  ])('to %j is refused by the rule and by the table', async (part, field) => {
    const terms: CountryRuleTerms = { country: 'DE', product: 'spot', state: 'allowed', leverageMax: null, ...part };
    expect(wrongField(terms)).toBe(field);
    const { country, product, state, leverageMax } = terms;
    await expect(
      world.source.query(
        `insert into country_rule (country, product, state, leverage_max, decided_at) values ($1, $2, $3, $4, now())`,
        [country, product, state, leverageMax],
      ),
    ).rejects.toMatchObject({ code: '23514' });
  });

  it.each(['UK', 'XX', 'ZZ', 'SU'])('of %s, which no document and no phone is of, is refused', async (country) => {
    await expect(rule(country, 'spot', 'not-offered')).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('and in the beginning everything is allowed everywhere', async () => {
    const { products } = await world.futures.get(GetOfferedProducts).execute(user);
    expect(products).toEqual(COUNTRY_PRODUCTS.map((product) => ({ product, state: 'allowed', leverage_max: null })));
  });
});

it('every command that commits to something new asks for the rules of the country', () => {
  const opening = storedFunctions().filter(
    ({ name, text }) =>
      /(?:required_reading_assert|own_limits_assert|own_limits_judge)\(p_user/.test(text) &&
      !/^(?:required_reading|own_limits)_/.test(name),
  );
  expect(opening.length).toBeGreaterThan(8);
  expect(
    opening.filter(({ text }) => !/country_rule_(?:assert|judge)\(p_user, /.test(text)).map(({ name }) => name),
  ).toEqual([]);
});
