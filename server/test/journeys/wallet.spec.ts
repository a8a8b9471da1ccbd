import { HDKey } from '@scure/bip32';
import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { PasswordHasher } from '../../features/account/security/index.js';
import { SetUpDepositAddresses } from '../../features/wallet/deposits/index.js';
import { creditByTwo } from '../factories/credits.js';
import { ApproveWithdrawal, MarkWithdrawalPaid, SendWithdrawal } from '../../features/wallet/withdrawals/index.js';
import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import { Caller } from '../calls.js';
import { aUser, type TestUser } from '../factories/users.js';
import { codeTo } from '../mailbox.js';

const PIN = '582913';
const ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';

let app: TestApp;
let call: Caller;
let source: DataSource;
let user: TestUser;

beforeAll(async () => {
  app = await bootApp({ LOG_LEVEL: 'silent' });
  call = new Caller(app);
  source = app.owner;
  user = await aVerifiedUser();
  const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`).publicExtendedKey;
  await app.application.get(SetUpDepositAddresses).useKey('tron', 'tron', key);
}, 60_000);

afterAll(() => closeInOrder(app));

async function aVerifiedUser(): Promise<TestUser> {
  const person = await aUser(app.database.url);
  const hash = await app.application.get(PasswordHasher).hash(PIN);
  await source.query('insert into account_fund_password (user_id, password_hash, set_at) values ($1, $2, now())', [
    person.userId,
    hash,
  ]);
  await source.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at)
     values ($1, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', $2, sha256($2), 'Street 1', now())`,
    [person.userId, Buffer.from(`id of ${person.userId}`)],
  );
  await source.query(
    `update verification_case set status = 'verified', version = 2, decided_at = now() where user_id = $1`,
    [person.userId],
  );
  return person;
}

const post = (path: string, fields: Record<string, string> = {}, by = user) =>
  call.post(path, fields, { token: by.token });
const get = (path: string, by = user) => call.get(path, { token: by.token });

async function balance(type: string): Promise<unknown> {
  const { message } = await post('wallet/detail', { currency: '3', type });
  return (message as Record<string, string>)[`${type}_balance`];
}

describe('as the old clients call', () => {
  it('money comes in, moves between accounts, and goes out', async () => {
    const address = await post('wallet/get_in_address', { currency: '3' });
    expect(address).toMatchObject({
      type: 'ok',
      message: { TRC20: expect.stringMatching(/^T[1-9A-HJ-NP-Za-km-z]{33}$/) },
    });
    expect((await post('wallet/deposit_address', { currency: '3' })).message).toEqual(address.message);

    const deposit = { currency: '3', amount: '1000', account: '', imgs: '', type: '0', sub_type: 'TRC20' };
    expect(await post('wallet/charge_req', { ...deposit, hash: randomBytes(32).toString('hex') })).toMatchObject({
      type: 'ok',
      message: 'Submit success',
    });
    const waiting = await get('charge_mention/log2?page=1&limit=10');
    expect(waiting).toMatchObject({
      type: 'ok',
      message: {
        current_page: 1,
        total: 1,
        next_page_url: null,
        data: [{ name: 'USDT', amount: '1000.00000000', status: 1, currency_id: 3, is_bank: 0 }],
      },
    });
    expect(await balance('change')).toBe('0.00000000');
    const [{ id: depositId }] = (waiting.message as { data: { id: string }[] }).data as [{ id: string }];
    await creditByTwo(app, depositId);
    expect(await balance('change')).toBe('1000.00000000');

    const transfer = { number: '250.5', currency_id: '3', from_field: 'change', to_field: 'lever' };
    expect(await post('wallet/change', transfer)).toMatchObject({ type: 'ok', message: 'Operation successful' });
    expect(await balance('lever')).toBe('250.50000000');

    const code = async (count: number, fields: Record<string, string> = {}) => {
      await post('sms_other_mail', fields);
      return codeTo(app, user.email, count);
    };
    const form = { currency_id: '3', address: ADDRESS, notes: 'USDT', netType: 'TRC20', pay_password: PIN };
    const added = { ...form, code: await code(1, { act: 'address', target: ADDRESS }) };
    expect(await post('wallet/addaddress', added)).toMatchObject({ type: 'ok', message: 'Bind success' });
    for (const asked of [{ currency: '3' }, {}] as Record<string, string>[]) {
      expect((await post('wallet/get_address', asked)).message).toMatchObject([
        { address: ADDRESS, notes: 'USDT', nettype: 'TRC20', currency: 3, usable: 1 },
      ]);
    }
    expect((await post('wallet/get_address', { currency: '1' })).code).toBe('withdrawals.address-missing');
    expect((await post('wallet/get_info', { currency: '3', currencytxt: 'USDT' })).message).toMatchObject({
      rate: '0.1',
      min_number: '10',
      name: 'USDT',
      change_balance: '749.50000000',
      left_today: 3,
    });
    const preview = await post('wallet/out_preview', { currency: '3', number: '100', netType: 'TRC20' });
    expect(preview.message).toMatchObject({ fee: '0.10000000', real_number: '99.90000000' });
    await source.query('delete from account_limit');
    const out = { currency: '3', number: '100', rate: '0', address: ADDRESS, pay_password: PIN, code: await code(3) };
    const shown = { ...out, worst_fee: '0.09' };
    expect(await post('wallet/out', shown)).toMatchObject({
      code: 'withdrawals.fee-raised',
      message: 'The fee is 0.1 USDT now; please look again',
    });
    for (const wrong of ['NaN', '-1', '1e3', '9'.repeat(30)]) {
      expect(await post('wallet/out', { ...out, worst_fee: wrong })).toMatchObject({ code: 'request.invalid' });
    }
    expect(await post('wallet/out', { ...out, worst_fee: '0.10000000' })).toMatchObject({
      type: 'ok',
      message: 'Submit success',
      withdrawal: { number: '100.00000000', rate: '0.10000000', real_number: '99.90000000' },
    });
    expect(await balance('change')).toBe('649.50000000');
    const [{ id: withdrawalId }] = await source.query('select id from withdrawal where user_id = $1', [user.userId]);
    await app.application.get(ApproveWithdrawal).execute({ withdrawalId, operatorId: '1' });
    const transaction = randomBytes(32).toString('hex');
    await app.application.get(SendWithdrawal).execute({ withdrawalId, operatorId: '1' });
    await app.application.get(MarkWithdrawalPaid).execute({ withdrawalId, operatorId: '1', transaction });
    expect((await get('charge_mention/log3?page=1&limit=10')).message).toMatchObject({
      data: [
        {
          name: 'USDT',
          number: '100.00000000',
          rate: '0.10000000',
          real_number: '99.90000000',
          status: 2,
          hash: transaction,
          address: ADDRESS,
        },
      ],
    });
  });

  it('one withdrawal is shown with the steps that it has gone, to its owner and nobody else', async () => {
    const [{ id }] = await source.query('select id from withdrawal where user_id = $1', [user.userId]);
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect((await post('wallet/out_detail', { id })).message).toMatchObject({
      id,
      state: 'paid',
      number: '100.00000000',
      address: ADDRESS,
      steps: [
        { state: 'review', at: instant },
        { state: 'approved', at: instant },
        { state: 'paid', at: instant },
      ],
    });
    const stranger = await aUser(app.database.url);
    const refused = { type: 'error', code: 'wallet.not-found' };
    expect(await post('wallet/out_detail', { id }, stranger)).toMatchObject(refused);
    expect(await post('wallet/out_detail', { id: '999999' })).toMatchObject(refused);
  });

  it('a deposit, a transfer and a withdrawal are neither profit nor loss', async () => {
    const { message } = await get('wallet/profit');
    expect(message).toMatchObject({
      account_type: 'real_account',
      all: { profit: '0', percent: '0', before: '0', received: '1000', given: '100', now: '900', unknown: null },
      spot: { profit: '0', received: '1000', given: '350.5', now: '649.5' },
      contract: { profit: '0', received: '250.5', now: '250.5' },
    });
    expect(await get('wallet/profit?account_type=else')).toMatchObject({ type: 'error' });
  });

  it("the wallets have all accounts in the wire's spelling, and the statement every line", async () => {
    const { message } = await post('wallet/list', { currency_name: '' });
    expect(message).toMatchObject({
      legal_wallet: { balance: [] },
      change_wallet: { totle: '649.50000000', usdt_totle: '649.50000000' },
      lever_wallet: { usdt_totle: '250.50000000' },
      usdt_totle: '900.00000000',
      unpriced: [],
    });
    const lists = message as Record<string, { balance: Record<string, unknown>[] }>;
    expect(lists.change_wallet?.balance.map(({ currency }) => currency).slice(0, 5)).toEqual([3, 1, 2, 4, 5]);
    expect(lists.micro_wallet?.balance[0]).toMatchObject({
      currency_name: 'USDT',
      is_micro: 1,
      micro_balance: '0.00000000',
    });

    const log = await post('wallet/legal_log', { currency: '3', type: '6', page: '1', limit: '20' });
    expect(log.message).toMatchObject({
      count: 6,
      list: [
        { reason: 'withdrawals.pay', value: '-100.00000000', wallet_type: 'change_frozen' },
        { reason: 'withdrawals.freeze' },
        { reason: 'withdrawals.freeze' },
        { reason: 'wallet.transfer' },
        { reason: 'wallet.transfer' },
        {
          reason: 'deposits.credit',
          value: '1000.00000000',
          before: '0.00000000',
          after: '1000.00000000',
          info: 'Deposit',
        },
      ],
    });
    const record = await get('wallet/hzhistory?page=1&limit=10');
    expect(record.message).toMatchObject({
      total: 2,
      data: [
        { currency_name: 'USDT', created_time: expect.any(Number) },
        { currency_name: 'USDT', info: 'Transfer between accounts' },
      ],
    });
    const movable = (await get('currency/user_currency_list')).message as { name: string }[];
    expect(movable.map(({ name }) => name)).toEqual(['USDT', 'BTC', 'ETH', 'USDC', 'DOGE']);
  });

  it('another user sees none of it and reaches none of it', async () => {
    const other = await aVerifiedUser();
    const [{ id: address_id }] = await source.query('select id from withdrawal_address where user_id = $1', [
      user.userId,
    ]);
    for (const path of ['charge_mention/log2', 'charge_mention/log3', 'wallet/hzhistory']) {
      expect((await get(path, other)).message).toMatchObject({ total: 0, data: [] });
    }
    expect(await post('wallet/deladdress', { address_id }, other)).toMatchObject({ code: 'wallet.not-found' });
    expect(await post('wallet/deladdress', { address_id: '999999' }, other)).toMatchObject({
      code: 'wallet.not-found',
    });
    expect(await post('out/setAccount', { type: 'address', address_id }, other)).toMatchObject({
      code: 'withdrawals.address-missing',
    });
    expect(await post('wallet/get_address', { currency: '3' }, other)).toMatchObject({ type: 'error' });
  });

  it('the preferred account is kept, and an ownership lookup grants nothing', async () => {
    expect((await get('out/getAccount')).message).toMatchObject({ type: 'none' });
    const [{ id: address_id }] = await source.query('select id from withdrawal_address where user_id = $1', [
      user.userId,
    ]);
    await post('out/setAccount', { type: 'address', address_id });
    expect((await get('out/getAccount')).message).toMatchObject({
      type: 'address',
      address: ADDRESS,
      nettype: 'TRC20',
    });
    expect((await post('wallet/apv_address')).message).toEqual({ ERC: [], TRC: [], purpose: 'ownership' });
  });

  it('what is not configured or not wanted is refused in words', async () => {
    expect(await post('wallet/get_in_address', { currency: '9999' })).toMatchObject({
      type: 'error',
      message: 'Payment address not currently configured, contact customer support',
    });
    expect(await post('wallet/check_address', { address: ADDRESS, currency: '3' })).toMatchObject({
      message: { networks: ['TRC20'] },
    });
    expect(await post('wallet/check_address', { address: `${ADDRESS}x`, currency: '3' })).toMatchObject({
      code: 'withdrawals.address-invalid',
    });
    const quick = { currency: '3', amount: '1000', chain: 'TRC20', hash: 'none' };
    expect(await post('depositIn', quick)).toMatchObject({ message: 'Please enter the correct hash value' });
  });

  it.each([
    'wallet/list',
    'wallet/detail',
    'wallet/legal_log',
    'wallet/change',
    'wallet/deposit_address',
    'wallet/get_in_address',
    'wallet/check_address',
    'wallet/charge_req',
    'wallet/get_info',
    'wallet/get_address',
    'wallet/out',
    'wallet/out_detail',
    'wallet/addaddress',
    'wallet/deladdress',
    'wallet/deposit_currency',
    'wallet/withdrawal_currency',
    'wallet/apv_address',
    'depositIn',
    'out/setAccount',
  ])('%s needs a session', async (path) => {
    expect(await call.post(path, {}, { token: null })).toMatchObject({ status: 200, type: '999' });
  });
});

/** D1 and D2 of the catalogue of bad input, and the traps of D7. */
describe('bad input', () => {
  const AMOUNTS = [
    '-1',
    '-0',
    '0',
    '00',
    '0.0',
    '',
    'NaN',
    'Infinity',
    '1e5',
    '0x10',
    '1_000',
    '1.',
    '.5',
    '+1',
    ' 1',
    '1 ',
    '１２',
    '1,000',
    '$5',
    '5%',
    '0.123456789',
    '1'.repeat(21),
    '9'.repeat(10_000),
    '−1',
    '1\u0000',
  ];
  const IDS = ['0', '-1', '1.5', 'abc', '9223372036854775808', '1'.repeat(40), '', '1\u0000', 'constructor'];

  it('as an amount is refused by every call that moves money', async () => {
    for (const amount of AMOUNTS) {
      for (const [path, fields] of [
        ['wallet/change', { number: amount, currency_id: '3', from_field: 'change', to_field: 'lever' }],
        ['wallet/charge_req', { amount, currency: '3', sub_type: 'TRC20', hash: 'ab'.repeat(32) }],
        ['wallet/out', { number: amount, currency: '3', address: ADDRESS, pay_password: PIN, code: '123456' }],
        ['wallet/out_preview', { number: amount, currency: '3', netType: 'TRC20' }],
      ] as const) {
        const reply = await post(path, fields);
        expect({ path, amount, status: reply.status, type: reply.type }).toEqual({
          path,
          amount,
          status: 200,
          type: 'error',
        });
      }
    }
  });

  it('as an id is refused', async () => {
    for (const id of IDS) {
      for (const [path, fields] of [
        ['wallet/change', { number: '1', currency_id: id, from_field: 'change', to_field: 'lever' }],
        ['wallet/detail', { currency: id, type: 'change' }],
        ['wallet/deladdress', { address_id: id }],
        ['wallet/out_cancel', { id }],
        ['wallet/out_detail', { id }],
        ['wallet/get_info', { currency: id }],
      ] as const) {
        const reply = await post(path, fields);
        expect({ path, id, status: reply.status, type: reply.type }).toEqual({ path, id, status: 200, type: 'error' });
      }
    }
  });

  it('in lists, enumerations and further fields changes nothing', async () => {
    const before = await balance('change');
    const transfer = { number: '1', currency_id: '3', from_field: 'change', to_field: 'lever' };
    expect(await post('wallet/change', { ...transfer, from_field: 'Change' })).toMatchObject({ type: 'error' });
    expect(await post('wallet/change', { ...transfer, to_field: 'spot' })).toMatchObject({ type: 'error' });
    expect(await post('wallet/change', { ...transfer, from_field: 'legal' })).toMatchObject({
      code: 'wallet.account-unavailable',
    });
    expect(await balance('change')).toBe(before);
    for (const query of ['page=0&limit=0', 'page=-1&limit=-1', 'page=abc&limit=abc', 'page=1000000000&limit=100000']) {
      expect(await get(`charge_mention/log2?${query}`)).toMatchObject({ type: 'ok' });
      expect(await get(`wallet/hzhistory?${query}`)).toMatchObject({ type: 'ok' });
    }
    const traps = { user_id: '1', status: '2', fee: '0', balance: '1000000', sim: 'true', demo: '1' };
    expect(await post('wallet/change', { ...transfer, ...traps })).toMatchObject({ type: 'ok' });
    const rows = await source.query('select distinct user_id from wallet_transfer');
    expect(rows).toEqual([{ user_id: user.userId }]);
  });
});
