import { Pool } from 'pg';
import { ExchangeRates } from '../../features/markets/exchange-rates/index.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { fund } from '../factories/ledger.js';
import { anOperator, callDesk, type TestOperator } from '../factories/operators.js';
import { aUser, type TestUser } from '../factories/users.js';

/** What old clients multiply by to show yuan: never empty, from what two people at the desk agreed on, with its age. */
let app: TestApp;
let call: Caller;
let user: TestUser;
let ann: TestOperator;
let bob: TestOperator;
let database: Pool;

beforeAll(async () => {
  app = await bootApp({ LOG_LEVEL: 'silent' });
  call = new Caller(app);
  database = new Pool({ connectionString: app.database.url, max: 2 });
  user = await aUser(app.database.url);
  await fund(app.owner, user.userId, '100');
  ann = await anOperator(app.owner, 'settings');
  bob = await anOperator(app.owner, 'treasurer');
}, 60_000);

afterAll(async () => {
  await database.end();
  await app.close();
});

const desk = (by: TestOperator, path: string, body?: object) =>
  callDesk(app.url, path, { by, ...(body === undefined ? {} : { body }) });
const post = async (path: string, fields: Record<string, string>) =>
  (await call.post(path, fields, { token: user.token })).message;

async function everywhere() {
  const list = (await post('wallet/list', {})) as {
    ExRate: string;
    ExRate_age_ms: number;
    change_wallet: { CNY: string; balance: { currency: number; cny_price: string; cny_age_ms: number }[] };
  };
  const detail = (await post('wallet/detail', { currency: '3', type: 'change' })) as { ExRate: string };
  const usdt = list.change_wallet.balance.find(({ currency }) => currency === 3);
  const traded = (await post('transaction/deal', { currency_id: '1', legal_id: '3' })) as {
    user_cny_age_ms: number;
    cny_age_ms: number;
  };
  const deal = (await post('lever/deal', { currency_id: '1', legal_id: '3' })) as { ExRAte: string };
  const [group] = (await call.get('currency/quotation_new')).message as {
    fiat_convert_cny: string;
    rmb_set_at: number;
    quotation: { rmb_relation: string; fiat_convert_cny: string; rmb_set_at: number }[];
  }[];
  const stocks = (await call.get('usstock/quotation')).message as { rmb_relation: string }[];
  return {
    usdt: [list.ExRate, detail.ExRate, deal.ExRAte, group?.fiat_convert_cny, group?.quotation[0]?.rmb_relation],
    dollars: stocks[0]?.rmb_relation,
    held: list.change_wallet.CNY,
    one: usdt?.cny_price,
    ages: [
      list.ExRate_age_ms,
      usdt?.cny_age_ms ?? 0,
      Date.now() - (group?.rmb_set_at ?? 0),
      Date.now() - (group?.quotation[0]?.rmb_set_at ?? 0),
      traded.user_cny_age_ms,
      traded.cny_age_ms,
    ],
  };
}

it('is there from the beginning, and says how old it is', async () => {
  const { usdt, dollars, held, one, ages } = await everywhere();
  expect(usdt).toEqual(Array(5).fill('7.1'));
  expect([dollars, held, one]).toEqual(['7.1', '710.00000000', '7.10000000']);
  const age = Date.now() - Date.UTC(2025, 10, 20);
  for (const each of ages) expect(Math.abs(each - age)).toBeLessThan(60_000);
});

it('changes when two people agree, for all clients alike', async () => {
  const proposed = await desk(ann, 'reference/rates', { currency: 'USDT', yuan: '7.25', reason: 'Of this morning' });
  expect(proposed).toMatchObject({ type: 'ok' });
  const { id } = proposed.message as { id: string };
  const again = await desk(bob, 'reference/rates', { currency: 'USDT', yuan: '7.3', reason: 'Another one' });
  expect(again).toMatchObject({ code: 'operations.proposal-open' });
  expect((await everywhere()).usdt[0]).toBe('7.1');
  expect(await desk(ann, `proposals/${id}/approve`, {})).toMatchObject({ code: 'wallet.second-person' });
  expect(await desk(bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  await app.application.get(ExchangeRates).reload();
  const { usdt, dollars, held, ages } = await everywhere();
  expect(usdt).toEqual(Array(5).fill('7.25'));
  expect([dollars, held]).toEqual(['7.1', '725.00000000']);
  for (const age of ages) expect(age).toBeLessThan(60_000);
  expect(await desk(bob, 'reference')).toMatchObject({
    message: {
      rates: [
        { currency: 'USDT', yuan: '7.25', holds: true },
        { currency: 'USD', yuan: '7.1', holds: true },
        { currency: 'USDT', yuan: '7.1', holds: false },
      ],
    },
  });
});

it.each(['0', '0.001', '99999', '7.1234567', 'seven', ''])('is not "%s"', async (yuan) => {
  expect(await desk(ann, 'reference/rates', { currency: 'USD', yuan, reason: 'A try' })).toMatchObject({
    code: 'request.invalid',
  });
});

it('is written once: nobody changes or removes what was shown', async () => {
  for (const statement of ['update exchange_rate set yuan = 1', 'delete from exchange_rate', 'truncate exchange_rate'])
    await expect(database.query(statement)).rejects.toThrow('written once');
});
