import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import type { DataSource, EntityManager } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { closeInOrder } from '../../../test/books-in-order.js';
import { agreeOnCredit } from '../../../test/factories/credits.js';
import { aUserId, BTC, USDT } from '../../../test/factories/ledger.js';
import { anOperator } from '../../../test/factories/operators.js';
import { createDataSource } from '../../../database/data-source.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Ledger } from '../ledger/index.js';
import { violationsOf } from '../../../test/factories/books.js';
import { AdjustBalance, depositAddress, isAddress, WalletCatalog } from '../balances/index.js';
import { ApproveDeposit, type DepositApproval } from './approve-deposit.js';
import { type ChainVerdict, ChainWatchers } from '../chain-watch/index.js';
import { type ChainTransaction } from '../chain-watch/chain-verdict.rules.js';
import { ChainWatcher } from '../chain-watch/chain-watcher.js';
import { DepositsStore } from './deposits.store.js';
import { GetDepositAddresses } from './get-deposit-addresses.js';
import { PollChains } from './poll-chains.js';
import { RejectDeposit } from './reject-deposit.js';
import { SetUpDepositAddresses } from './set-up-deposit-addresses.js';
import { type SubmittedDeposit, SubmitDeposit } from './submit-deposit.js';

const ETH = 2;
const aHash = () => randomBytes(32).toString('hex');

let app: TestApp;
let source: DataSource;
let treasurer: string;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  treasurer = await somebody();
  // Whatever is not about the caps is credited.
  await source.query('update adjustment_cap set by_person = 1000000, by_all = 1000000');
});

afterAll(() => closeInOrder(app, ['M01', 'M02', 'L15']));

function submit(userId: string, values: Partial<SubmittedDeposit> = {}): Promise<void> {
  return app.application.get(SubmitDeposit).execute({
    userId,
    kind: 'chain',
    currencyId: USDT,
    network: 'TRC20',
    amount: '100',
    hash: aHash(),
    sender: '',
    proof: null,
    key: null,
    ...values,
  });
}

const depositsOf = (userId: string): Promise<{ id: string; status: string }[]> =>
  source.query('select id, status from deposit where user_id = $1 order by id', [userId]);

async function aDeposit(userId: string, values: Partial<SubmittedDeposit> = {}): Promise<string> {
  await submit(userId, values);
  return (await depositsOf(userId)).at(-1)?.id ?? '';
}

async function spotOf(userId: string): Promise<string> {
  const rows = await app.application.get(Ledger).balancesOf(userId);
  return rows.find(({ kind, currencyId }) => kind === 'spot' && currencyId === USDT)?.balance ?? '0';
}

async function aProof(userId: string, purpose = 'deposit'): Promise<string> {
  const id = randomBytes(16).toString('hex');
  await source.query(
    `insert into upload (id, user_id, purpose, state, bytes, stored, created_at)
     values ($1, $2, $3, 'waiting', 10, true, now())`,
    [id, userId, purpose],
  );
  return id;
}

const somebody = async () => (await anOperator(source, 'treasurer')).operatorId;

/** As two operators agree on it. */
async function approve(depositId: string, values: Partial<DepositApproval> = {}): Promise<void> {
  const proposedBy = values.proposedBy ?? (await somebody());
  const credit = { depositId, overruled: 'not-asked' as const, operatorId: treasurer, ...values, proposedBy };
  await app.application.get(Transactions).run(async (tx) => {
    await agreeOnCredit(tx, credit);
    await app.application.get(ApproveDeposit).execute(credit, tx);
  });
}

/** On one operator's word. */
const approveAlone = (depositId: string, values: Partial<DepositApproval> = {}) =>
  app.application.get(ApproveDeposit).execute({ depositId, operatorId: treasurer, ...values });
const reject = (depositId: string, reason = 'No such payment') =>
  app.application.get(RejectDeposit).execute({ depositId, operatorId: treasurer, reason });
const states = async (userId: string) =>
  (
    await source.query(`select kind, payload->>'state' as state from outbox where user_id = $1 order by sequence`, [
      userId,
    ])
  ).map(({ kind, state }: { kind: string; state: string }) => (state === null ? kind : `${kind} ${state}`));

describe('a deposit address', () => {
  const addresses = (userId: string) => app.application.get(GetDepositAddresses).execute(userId, USDT);

  it('is not given while the operators have configured none', async () => {
    await expect(addresses(await aUserId(source))).rejects.toMatchObject({ code: 'deposits.address-not-configured' });
  });

  it('comes from the pool, each address for one user', async () => {
    const network = app.application
      .get(WalletCatalog)
      .networks(USDT)
      .find((way) => way.network === 'OMNI');
    const setUp = app.application.get(SetUpDepositAddresses);
    const pool = ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'];
    expect(await setUp.addPool(network?.id ?? 0, pool)).toBe(2);
    expect(await setUp.addPool(network?.id ?? 0, pool)).toBe(0);
    await expect(setUp.addPool(network?.id ?? 0, ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'])).rejects.toMatchObject({
      code: 'withdrawals.address-invalid',
    });
    const users = await Promise.all([aUserId(source), aUserId(source), aUserId(source)]);
    const given = await Promise.allSettled(users.map(addresses));
    const taken = given.flatMap((result) => (result.status === 'fulfilled' ? [result.value.get('OMNI')] : []));
    expect(new Set(taken)).toEqual(new Set(pool));
  });

  it('from the pool is one to whoever asks twice at once for the first time', async () => {
    const [network] = app.application.get(WalletCatalog).networks(BTC);
    const account = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/0'/0'`);
    const pool = Array.from({ length: 20 }, (_, index) => depositAddress(account.publicExtendedKey, 'p2pkh', index));
    await app.application.get(SetUpDepositAddresses).addPool(network?.id ?? 0, pool);
    const users = await Promise.all(Array.from({ length: 8 }, () => aUserId(source)));
    const ask = (userId: string) => app.application.get(GetDepositAddresses).execute(userId, BTC);
    const given: string[] = [];
    for (const user of users) {
      const both = await Promise.all([ask(user), ask(user)]);
      const [one, other] = both.map((each) => each.get('OMNI'));
      expect(one).toBe(other);
      given.push(one ?? '');
    }
    expect(new Set(given).size).toBe(8);
    expect(pool).toEqual(expect.arrayContaining(given));
    const [{ left }] = await source.query(
      'select count(*)::int as left from deposit_pool where coin_network_id = $1 and taken_at is null',
      [network?.id],
    );
    expect(left).toBe(12);
  });

  it("is derived from the operators' public key, one a user and network, and stays", async () => {
    const setUp = app.application.get(SetUpDepositAddresses);
    const account = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`);
    await expect(setUp.useKey('tron', 'tron', account.privateExtendedKey as string)).rejects.toMatchObject({
      code: 'request.invalid',
    });
    await setUp.useKey('tron', 'tron', account.publicExtendedKey);
    await setUp.useKey(
      'ethereum',
      'evm',
      HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/60'/0'`).publicExtendedKey,
    );
    const users = await Promise.all(Array.from({ length: 8 }, () => aUserId(source)));
    const given = await Promise.all([...users, ...users].map(addresses));
    expect(given.slice(8).map((each) => [...each])).toEqual(given.slice(0, 8).map((each) => [...each]));
    const all = given.slice(0, 8).flatMap((each) => [each.get('TRC20'), each.get('ERC20')]);
    expect(new Set(all).size).toBe(16);
    expect(isAddress('tron', all[0] ?? '') && isAddress('ethereum', all[1] ?? '')).toBe(true);
    const indexes = await source.query(
      `select key_index::int as i from deposit_address where chain = 'tron' order by 1`,
    );
    expect(indexes.map(({ i }: { i: number }) => i)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('a key whose addresses are given out already', () => {
  it('goes on after them', async () => {
    const setUp = app.application.get(SetUpDepositAddresses);
    const addresses = async () =>
      (await app.application.get(GetDepositAddresses).execute(await aUserId(source), USDT)).get('ERC20');
    const account = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/60'/0'`);
    await setUp.useKey('ethereum', 'evm', account.publicExtendedKey);
    const given = [await addresses(), await addresses(), await addresses()];
    // The same key as SLIP-132 writes it.
    const { chainCode, publicKey, depth, index, parentFingerprint } = account;
    const versions = { public: 0x04b24746, private: 0x04b2430c };
    const same = new HDKey({ versions, chainCode, publicKey, depth, index, parentFingerprint } as never);
    await setUp.useKey('ethereum', 'evm', same.publicExtendedKey);
    const next = await addresses();
    expect(isAddress('ethereum', next ?? '')).toBe(true);
    expect(given).not.toContain(next);
    const [storedKey] = await source.query(
      `select next_index::int as next from deposit_key where chain = 'ethereum' and active`,
    );
    expect(storedKey).toEqual({ next: 4 });
  });
});

describe('a deposit', () => {
  it('credits nothing until it is approved, and then its amount, once', async () => {
    const user = await aUserId(source);
    const id = await aDeposit(user);
    expect(await spotOf(user)).toBe('0');
    await approve(id);
    expect(await spotOf(user)).toBe('100');
    await expect(approve(id)).rejects.toMatchObject({ code: 'wallet.decided' });
    await expect(reject(id)).rejects.toMatchObject({ code: 'wallet.decided' });
    expect(await spotOf(user)).toBe('100');
    expect(await states(user)).toEqual(['deposit submitted', 'balance', 'deposit credited']);
    const acts = await source.query(
      `select from_status, to_status, operator_id from wallet_act where subject = 'deposit' and subject_id = $1 order by id`,
      [id],
    );
    expect(acts).toEqual([
      { from_status: null, to_status: 'review', operator_id: null },
      { from_status: 'review', to_status: 'approved', operator_id: treasurer },
    ]);
  });

  it('credits what arrived where that is not what was said', async () => {
    const user = await aUserId(source);
    const id = await aDeposit(user);
    await approve(id, { amount: '99.5' });
    expect(await spotOf(user)).toBe('99.5');
  });

  it.each(['not-found', 'failed', 'wrong-recipient', 'wrong-amount', 'confirming'] as const)(
    'that its chain calls %s is not credited, unless just that was overruled',
    async (verdict) => {
      const user = await aUserId(source);
      const id = await aDeposit(user);
      await source.query('update deposit set chain_verdict = $2 where id = $1', [id, verdict]);
      const refused = { code: 'deposits.chain-objects' };
      await expect(approve(id)).rejects.toMatchObject(refused);
      await expect(approveAlone(id)).rejects.toMatchObject(refused);
      const another = verdict === 'failed' ? 'confirming' : 'failed';
      await expect(approve(id, { overruled: another })).rejects.toMatchObject(refused);
      expect(await spotOf(user)).toBe('0');
      await approve(id, { overruled: verdict });
      expect(await spotOf(user)).toBe('100');
    },
  );

  it.each<[string, Partial<SubmittedDeposit>]>([
    ['by its hash', {}],
    ['as a picture', { hash: null }],
    ['as a picture without a network', { hash: null, network: null }],
  ])('handed in %s, which no chain has confirmed, is not credited on one word', async (_how, how) => {
    const user = await aUserId(source);
    const proof = how.hash === null ? await aProof(user) : null;
    const id = await aDeposit(user, { proof, ...how });
    const named = how.hash === null ? { transaction: aHash() } : {};
    await expect(approveAlone(id, named)).rejects.toMatchObject({ code: 'deposits.chain-objects' });
    await approve(id, named);
    expect(await spotOf(user)).toBe('100');
  });

  it('that its chain has confirmed is credited on one word for as long as that is fresh', async () => {
    const user = await aUserId(source);
    const id = await aDeposit(user);
    // What it said a while ago, it may not say any more.
    const confirmed = `update deposit set chain_verdict = 'confirmed', looked_at = now() - $2::interval where id = $1`;
    await source.query(confirmed, [id, '5 minutes 1 second']);
    await expect(approveAlone(id)).rejects.toMatchObject({ code: 'deposits.chain-objects' });
    await source.query(confirmed, [id, '4 minutes']);
    await approveAlone(id);
    expect(await spotOf(user)).toBe('100');
  });

  it('of a bank, which has no chain, is credited on one word', async () => {
    const user = await aUserId(source);
    const bank = { kind: 'bank' as const, network: null, hash: null, proof: await aProof(user) };
    const id = await aDeposit(user, bank);
    await approveAlone(id, { transaction: `REF ${id}` });
    expect(await spotOf(user)).toBe('100');
  });

  describe('without a hash', () => {
    const BANK = { kind: 'bank' as const, network: null };
    async function aPicture(values: Partial<SubmittedDeposit> = {}): Promise<string> {
      const user = await aUserId(source);
      return aDeposit(user, { hash: null, proof: await aProof(user), ...values });
    }
    const used = { code: 'deposits.hash-used' };
    const settledTx = async (id: string): Promise<string | null> => {
      const rows: { tx: string | null }[] = await source.query('select settled_tx as tx from deposit where id = $1', [
        id,
      ]);
      return rows[0]?.tx ?? null;
    };

    it.each([
      [{}, undefined, 'deposits.transaction-required'],
      [{}, '  ', 'deposits.transaction-required'],
      [{}, 'REF 17', 'deposits.hash-invalid'],
      [BANK, '', 'deposits.transaction-required'],
      [BANK, 'a;b', 'deposits.hash-invalid'],
    ])('is not credited where nobody says by which transaction it came: %j %j', async (values, transaction, code) => {
      const id = await aPicture(values);
      await expect(approve(id, { transaction })).rejects.toMatchObject({ code });
      expect(await settledTx(id)).toBeNull();
    });

    it('is credited by a transaction once: by its hash or by a picture, in whatever spelling', async () => {
      const hash = aHash();
      const [one, other] = [await aPicture(), await aPicture({ network: null })];
      await approve(one, { transaction: ` 0x${hash.toUpperCase()} ` });
      expect(await settledTx(one)).toBe(hash);
      await expect(approve(other, { transaction: hash })).rejects.toMatchObject(used);
      const byHash = await aDeposit(await aUserId(source), { hash });
      await expect(approve(byHash)).rejects.toMatchObject(used);
      const second = aHash();
      await approve(await aDeposit(await aUserId(source), { hash: second }));
      await expect(approve(other, { transaction: second })).rejects.toMatchObject(used);
      await approve(other, { transaction: aHash() });
    });

    it('nor twice where it was credited before rows said so', async () => {
      const hash = aHash();
      const before = await aDeposit(await aUserId(source), { hash });
      await approve(before);
      await source.query(
        `set session_replication_role = replica;
         update deposit set settled_tx = null where id = ${before};
         set session_replication_role = origin`,
      );
      await expect(approve(await aPicture(), { transaction: hash })).rejects.toMatchObject(used);
    });

    it('from a bank by its reference, once', async () => {
      const reference = `ref ${randomBytes(4).toString('hex')}`;
      const [one, other] = [await aPicture(BANK), await aPicture(BANK)];
      await approve(one, { transaction: `  ${reference.replace(' ', '   ')} ` });
      expect(await settledTx(one)).toBe(reference.toUpperCase());
      await expect(approve(other, { transaction: reference })).rejects.toMatchObject(used);
      // What is put between its parts makes it no other one.
      for (const typed of [
        reference.replace(' ', ''),
        reference.replace(' ', '-'),
        ` ${reference.replace(' ', ' / ')}.`,
      ]) {
        await expect(approve(other, { transaction: typed })).rejects.toMatchObject(used);
      }
    });

    it('nor two at once by one transaction', async () => {
      const transaction = aHash();
      const ids = await Promise.all([
        aPicture(),
        aPicture(),
        aPicture({ currencyId: 2, network: 'ERC20', amount: '1' }),
      ]);
      const outcomes = await Promise.allSettled(ids.map((id) => approve(id, { transaction })));
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    });

    it('and M01 names one that was', async () => {
      const ids = [await aPicture(), await aPicture()];
      for (const id of ids) await approve(id, { transaction: aHash() });
      const runner = source.createQueryRunner();
      try {
        await runner.query('begin');
        await runner.query('set local session_replication_role = replica');
        await runner.query('drop index deposit_settled');
        await runner.query('update deposit set settled_tx = $2 where id = any($1)', [ids, aHash()]);
        expect(await violationsOf(runner.manager, 'M01')).toHaveLength(2);
      } finally {
        await runner.query('rollback');
        await runner.release();
      }
    });
  });

  it('is rejected with a reason that the user reads, and its hash is free again', async () => {
    const user = await aUserId(source);
    const hash = aHash();
    const id = await aDeposit(user, { hash });
    await expect(reject(id, ' ')).rejects.toMatchObject({ code: 'wallet.reason-required' });
    await reject(id);
    expect(await spotOf(user)).toBe('0');
    expect(await states(user)).toEqual(['deposit submitted', 'deposit rejected']);
    const owner = await aUserId(source);
    await approve(await aDeposit(owner, { hash }));
    expect(await spotOf(owner)).toBe('100');
  });

  it('uses its proof image up', async () => {
    const user = await aUserId(source);
    const proof = await aProof(user);
    await submit(user, { hash: null, proof });
    await expect(submit(user, { hash: null, proof, amount: '101' })).rejects.toMatchObject({ code: 'uploads.unknown' });
    const other = await aProof(await aUserId(source));
    await expect(submit(user, { hash: null, proof: other })).rejects.toMatchObject({ code: 'uploads.unknown' });
    expect(await depositsOf(user)).toHaveLength(1);
  });

  it.each<[string, Partial<SubmittedDeposit>, string]>([
    ['without hash and image', { hash: null }, 'deposits.proof-required'],
    ['with a hash that is none', { hash: 'ab12' }, 'deposits.hash-invalid'],
    ['quick without a hash', { kind: 'quick', hash: null }, 'deposits.hash-invalid'],
    ['of a bank transfer without its image', { kind: 'bank', network: null, hash: null }, 'deposits.proof-required'],
    ['below the minimum', { amount: '9.99999999' }, 'deposits.below-minimum'],
    ['on a network of another coin', { currencyId: 2, amount: '1' }, 'deposits.network-required'],
    ['on no network where there are several', { network: null }, 'deposits.network-required'],
    ['of a coin without networks', { currencyId: 5 }, 'deposits.address-not-configured'],
    ['of an unknown coin', { currencyId: 4711 }, 'wallet.unknown-currency'],
    ['with too many decimals', { amount: '100.123456789' }, 'ledger.too-many-decimals'],
  ])('%s is refused and leaves nothing', async (_name, values, code) => {
    const user = await aUserId(source);
    await expect(submit(user, values)).rejects.toMatchObject({ code });
    expect(await depositsOf(user)).toEqual([]);
    expect(await states(user)).toEqual([]);
  });

  it('counts one hash in any spelling, whoever hands it in', async () => {
    const [one, other] = [await aUserId(source), await aUserId(source)];
    const hash = aHash();
    await submit(one, { network: 'ERC20', hash: `0x${hash.toUpperCase()}` });
    await expect(submit(other, { network: 'ERC20', hash })).rejects.toMatchObject({ code: 'deposits.hash-used' });
  });

  it('happens once for one key', async () => {
    const user = await aUserId(source);
    const hash = aHash();
    await Promise.all([submit(user, { key: 'deposit-1', hash }), submit(user, { key: 'deposit-1', hash })]);
    expect(await depositsOf(user)).toHaveLength(1);
  });

  it('is not credited half-way', async () => {
    const user = await aUserId(source);
    const id = await aDeposit(user);
    await source.query(`alter table wallet_act add constraint test_stop check (to_status <> 'approved') not valid`);
    try {
      await expect(approve(id)).rejects.toThrow('test_stop');
    } finally {
      await source.query('alter table wallet_act drop constraint test_stop');
    }
    expect(await spotOf(user)).toBe('0');
    expect(await depositsOf(user)).toEqual([{ id, status: 'review' }]);
    await approve(id);
  });

  it('is credited once by 50 pairs of operators, and one hash is taken once by 50 pairs of users', async () => {
    const users = await Promise.all(Array.from({ length: 50 }, () => aUserId(source)));
    const rival = await aUserId(source);
    await source.query('alter table deposit disable trigger deposit_guard');
    for (const user of users) {
      const hash = aHash();
      const pair = await Promise.allSettled([submit(user, { hash }), submit(rival, { hash })]);
      expect(pair.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await source.query(`delete from deposit where user_id = $1`, [rival]);
      if ((await depositsOf(user)).length === 0) await submit(user, { hash: aHash() });
    }
    await source.query('alter table deposit enable trigger deposit_guard');
    const ids = (await Promise.all(users.map(depositsOf))).map(([deposit]) => deposit?.id ?? '');
    const credits = new Map(ids.map((id) => [id, 0]));
    const credit = async (id: string): Promise<void> => {
      await approve(id);
      credits.set(id, (credits.get(id) ?? 0) + 1);
    };
    await Promise.allSettled(ids.flatMap((id) => [credit(id), credit(id)]));
    // A machine that is short of time may refuse both of a pair; nothing is credited then, and one can be tried again.
    for (const id of ids) if (credits.get(id) === 0) await credit(id);
    expect([...credits.values()]).toEqual(ids.map(() => 1));
    expect(new Set(await Promise.all(users.map(spotOf)))).toEqual(new Set(['100']));
  });
});

describe('whoever is only a gateway', () => {
  let gateway: DataSource;
  beforeAll(async () => {
    gateway = await createDataSource(app.database.gatewayUrl).initialize();
  });
  afterAll(() => gateway.destroy());

  const put = (userId: string, columns: Record<string, string> = {}) => {
    const row: Record<string, string> = {
      user_id: userId,
      currency_id: String(USDT),
      kind: `'chain'`,
      amount: '50',
      claimed_amount: '50',
      chain: `'tron'`,
      tx_hash: `'${aHash()}'`,
      created_at: 'now()',
      updated_at: 'now()',
      ...columns,
    };
    return gateway.query(
      `insert into deposit (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')}) returning id`,
    ) as Promise<{ id: string }[]>;
  };

  it.each<[string, Record<string, string>]>([
    ['approved', { status: `'approved'`, credited_by: '7' }],
    ['rejected', { status: `'rejected'` }],
    ['with another amount than is claimed', { amount: '5000' }],
    ['with a verdict of its chain', { chain_verdict: `'confirmed'` }],
    ['as if its chain had been looked at', { looked_at: 'now()' }],
    ['with confirmations', { confirmations: '20' }],
    ['as credited by somebody', { credited_by: '7' }],
    ['as proposed by somebody', { credit_proposed_by: '7' }],
    ['as counted against a cap', { word_at: 'now()' }],
    ['with a cap of a person', { word_cap_by_person: '1000000' }],
    ['with a cap of all', { word_cap_by_all: '1000000' }],
    ['as if it had waited', { word_waits_until: 'now()' }],
    ['as credited by a transaction', { settled_tx: `'${'0'.repeat(64)}'` }],
  ])('puts no deposit there %s', async (_what, columns) => {
    const user = await aUserId(source);
    await expect(put(user, columns)).rejects.toThrow('a deposit begins under review, as it was claimed');
    expect(await put(user)).toHaveLength(1);
  });

  it('hands one in while the column of its transaction is still to come in an upgrade', async () => {
    const runner = source.createQueryRunner();
    try {
      await runner.query('begin');
      await runner.query('create table deposit_before (like deposit including all)');
      await runner.query('alter table deposit_before drop column settled_tx');
      await runner.query(
        'create trigger deposit_begin before insert on deposit_before for each row execute function deposit_begin()',
      );
      const insert = `insert into deposit_before (user_id, currency_id, kind, amount, claimed_amount, chain, tx_hash, status,
          created_at, updated_at)
        values (1, $1, 'chain', 50, 50, 'tron', $2, $3, now(), now()) returning status`;
      expect(await runner.query(insert, [USDT, aHash(), 'review'])).toEqual([{ status: 'review' }]);
      await expect(runner.query(insert, [USDT, aHash(), 'approved'])).rejects.toThrow(
        'a deposit begins under review, as it was claimed',
      );
    } finally {
      await runner.query('rollback');
      await runner.release();
    }
  });

  describe('credits nothing that no chain confirms', () => {
    let id: string;
    let said: { depositId: string; operatorId: string; proposedBy: string };

    beforeEach(async () => {
      id = await aDeposit(await aUserId(source));
      said = { depositId: id, operatorId: await somebody(), proposedBy: await somebody() };
    });

    const credit = (tx: EntityManager, columns: Record<string, string | null> = {}) => {
      const row = { status: 'approved', credited_by: said.operatorId, credit_proposed_by: said.proposedBy, ...columns };
      const set = Object.keys(row).map((column, place) => `${column} = $${place + 2}`);
      return tx.query(`update deposit set ${set.join(', ')} where id = $1`, [id, ...Object.values(row)]);
    };
    const refused = async (tx: EntityManager, columns: Record<string, string | null> = {}) => {
      await tx.query('savepoint before');
      await expect(credit(tx, columns)).rejects.toMatchObject({ driverError: { code: 'DE002' } });
      await tx.query('rollback to before');
    };

    /** What a gateway does; nothing of it stays. */
    async function tried(work: (tx: EntityManager) => Promise<unknown>): Promise<void> {
      const runner = gateway.createQueryRunner();
      try {
        await runner.query('begin');
        await work(runner.manager);
      } finally {
        await runner.query('rollback');
        await runner.release();
      }
    }

    it('on one word, nor on two that did not agree', () =>
      tried(async (tx) => {
        await refused(tx, { credit_proposed_by: null });
        await refused(tx);
      }));

    it('but what two agreed on: their amount, in their names', () =>
      tried(async (tx) => {
        await agreeOnCredit(tx, said);
        await refused(tx, { amount: '100.00000001' });
        await refused(tx, { credited_by: '1' });
        await refused(tx, { credit_proposed_by: '1' });
        await refused(tx, { credit_proposed_by: null });
        await credit(tx);
      }));

    it('by another transaction than the one that they named', async () => {
      const user = await aUserId(source);
      id = await aDeposit(user, { hash: null, proof: await aProof(user) });
      said = { ...said, depositId: id };
      const transaction = aHash();
      await tried(async (tx) => {
        await agreeOnCredit(tx, { ...said, transaction });
        await refused(tx, { settled_tx: aHash() });
        await credit(tx, { settled_tx: transaction });
      });
    });

    it('on what they agreed on in another transaction: it was stopped since, or nobody went on', async () => {
      await gateway.transaction((tx) => agreeOnCredit(tx, said));
      await tried(refused);
    });

    it('without a reason in words', () =>
      tried(async (tx) => {
        await agreeOnCredit(tx, { ...said, reason: '  a ' });
        await refused(tx);
      }));

    it('but the very amount that its chain has confirmed', async () => {
      await source.query(`update deposit set chain_verdict = 'confirmed', looked_at = now() where id = $1`, [id]);
      await tried(async (tx) => {
        await refused(tx, { amount: '101', credit_proposed_by: null });
        await credit(tx, { credit_proposed_by: null });
      });
    });
  });

  it.each(['chain_verdict', 'confirmations', 'looked_at', 'recipient', 'chain', 'word_at', 'claimed_amount'])(
    'does not write the column %s',
    async (column) => {
      await expect(gateway.query(`update deposit set ${column} = ${column}`)).rejects.toMatchObject({ code: '42501' });
    },
  );

  it.each([
    ['chain', `'ethereum'`],
    ['coin_network_id', '(select max(id) from coin_network)'],
    ['recipient', `'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'`],
    ['output_index', '1'],
    ['tx_hash', `'${'0'.repeat(64)}'`],
  ])('nor does anybody change where a deposit was to come: %s', async (column, value) => {
    const id = await aDeposit(await aUserId(source));
    await expect(source.query(`update deposit set ${column} = ${value} where id = $1`, [id])).rejects.toThrow(
      'what was claimed stays',
    );
  });
});

describe('a credit against its chain counts against the caps of changes by hand', () => {
  const REFUSED = { code: 'wallet.adjustment-cap', parameters: { person: '100', all: '250' } };
  const cap = (person: string, all: string) =>
    source.query('update adjustment_cap set by_person = $2, by_all = $3 where currency_id = $1', [USDT, person, all]);

  async function credit(
    amount: string,
    { verdict = 'not-found', ...values }: { verdict?: ChainVerdict | null } & Partial<DepositApproval> = {},
  ): Promise<unknown> {
    const id = await aDeposit(await aUserId(source), { amount });
    await source.query('update deposit set chain_verdict = $2, looked_at = now() where id = $1', [id, verdict]);
    const overruled = verdict === 'confirmed' ? null : (verdict ?? 'not-asked');
    return approve(id, { operatorId: await somebody(), overruled, ...values }).then(
      () => 'credited',
      ({ code, parameters }: { code: string; parameters: object }) => ({ code, parameters }),
    );
  }

  beforeEach(async () => {
    await source.query(
      `set session_replication_role = replica;
       update deposit set word_at = word_at - interval '1 day' where word_at is not null;
       update wallet_adjustment set booked_at = booked_at - interval '1 day' where booked_at is not null;
       set session_replication_role = origin`,
    );
    await cap('100', '250');
  });
  afterAll(() => cap('1000000', '1000000'));

  it('of who approves and of who proposes, and of all', async () => {
    const [one, other] = [await somebody(), await somebody()];
    expect(await credit('60', { operatorId: one, proposedBy: other })).toBe('credited');
    expect(await credit('41', { operatorId: one })).toEqual(REFUSED);
    expect(await credit('41', { proposedBy: other })).toEqual(REFUSED);
    expect(await credit('40', { operatorId: other })).toBe('credited');
    expect(await credit('100')).toBe('credited');
    expect(await credit('51')).toEqual(REFUSED);
  });

  it('where the chain says otherwise, or confirmed another amount; not where it confirmed just this or was not asked', async () => {
    expect(await credit('101', { verdict: 'not-found' })).toEqual(REFUSED);
    expect(await credit('90', { verdict: 'confirmed', amount: '101' })).toEqual(REFUSED);
    expect(await credit('9000', { verdict: 'confirmed' })).toBe('credited');
    expect(await credit('9000', { verdict: null })).toBe('credited');
  });

  it('together with changes by hand', async () => {
    const adjust = app.application.get(AdjustBalance);
    const [proposer, approver] = [await somebody(), await somebody()];
    const proposal = { account: 'spot' as const, currencyId: USDT, amount: '60', reason: 'Goodwill' };
    const userId = await aUserId(source);
    const adjustmentId = await adjust.propose({ ...proposal, userId, operatorId: proposer });
    await adjust.approve({ adjustmentId, operatorId: approver });
    expect(await credit('41', { operatorId: approver })).toEqual(REFUSED);
    expect(await credit('40', { operatorId: approver })).toBe('credited');
    const second = await adjust.propose({ ...proposal, userId, operatorId: await somebody() });
    await expect(adjust.approve({ adjustmentId: second, operatorId: approver })).rejects.toMatchObject(REFUSED);
  });

  it('approved in one moment', async () => {
    const operatorId = await somebody();
    const results = await Promise.all(Array.from({ length: 6 }, () => credit('30', { operatorId })));
    expect(results.filter((result) => result === 'credited')).toHaveLength(3);
  });

  it('and is watched: M11 names what is above them', async () => {
    await credit('30');
    const runner = source.createQueryRunner();
    try {
      await runner.query('begin');
      await runner.query('set local session_replication_role = replica');
      expect(await violationsOf(runner.manager, 'M11')).toEqual([]);
      await runner.query(`update deposit set amount = amount + 200 where word_at > now() - interval '1 hour'`);
      expect(await violationsOf(runner.manager, 'M11')).toMatchObject([{ kind: 'deposit' }]);
      await runner.query(`update deposit set amount = amount - 200 where word_at > now() - interval '1 hour'`);
      const [late] = await runner.query(`select id::text from deposit where word_at > now() - interval '1 hour'`);
      await runner.query('update deposit set word_at = null where id = $1', [late.id]);
      expect(await violationsOf(runner.manager, 'M11')).toMatchObject([{ id: late.id, chain_verdict: 'not-found' }]);
      // Approved before the first that was held against a cap.
      await runner.query(`update deposit set created_at = '2020-01-01' where id = $1`, [late.id]);
      await runner.query(`update wallet_act set at = '2020-01-02' where subject = 'deposit' and subject_id = $1`, [
        late.id,
      ]);
      expect(await violationsOf(runner.manager, 'M11')).toEqual([]);
    } finally {
      await runner.query('rollback');
      await runner.release();
    }
  });
});

describe('looking at the chain', () => {
  /** A chain that knows one answer. */
  class OneAnswer extends ChainWatcher {
    answer: ChainTransaction | null = null;
    readonly asked: string[] = [];

    constructor(readonly chains: readonly string[] = ['tron']) {
      super();
    }

    find(_network: unknown, hash: string): Promise<ChainTransaction | null> {
      this.asked.push(hash);
      return Promise.resolve(this.answer);
    }
  }

  function lookingAt(chain: OneAnswer): PollChains {
    const get = app.application.get.bind(app.application);
    const [store, catalog, transactions] = [get(DepositsStore), get(WalletCatalog), get(Transactions)];
    return new PollChains(new ChainWatchers([chain]), store, catalog, transactions, get(Outbox), get(Clock));
  }

  /** Many claims of one user, which is more than anybody may have open. */
  async function claims(count: number, verdict: string | null, lookedAt: string): Promise<string[]> {
    const hashes = Array.from({ length: count }, aHash);
    await source.query(
      `insert into deposit (user_id, currency_id, coin_network_id, kind, amount, claimed_amount, chain, tx_hash, created_at,
         updated_at)
       select $1, $2, (select id from coin_network where currency_id = $2 and network = 'TRC20'), 'chain', 100, 100, 'tron',
         unnest($3::text[]), now(), now()`,
      [await aUserId(source), USDT, hashes],
    );
    await source.query(
      `update deposit set chain_verdict = $2, looked_at = now() - $3::interval where tx_hash = any($1)`,
      [hashes, verdict, lookedAt],
    );
    return hashes;
  }

  describe('where there are more claims than one round looks at', () => {
    beforeEach(async () => {
      await source.query(`update deposit set looked_at = now() where status = 'review'`);
    });

    it('looks at what the chain has confirmed first, however many others wait', async () => {
      await claims(120, 'not-found', '1 hour');
      const confirmed = await claims(3, 'confirmed', '30 seconds');
      const confirming = await claims(3, 'confirming', '30 seconds');
      const chain = new OneAnswer();
      await lookingAt(chain).execute();
      expect(chain.asked).toHaveLength(50);
      expect(new Set(chain.asked.slice(0, 6))).toEqual(new Set([...confirmed, ...confirming]));
    });

    it('leaves a share of the round to the others, whose chain may say something else by now', async () => {
      const confirmed = await claims(60, 'confirmed', '1 hour');
      const others = await claims(20, 'not-found', '30 seconds');
      const chain = new OneAnswer();
      await lookingAt(chain).execute();
      const [first, last] = [new Set(confirmed), new Set(others)];
      expect(chain.asked.filter((hash) => first.has(hash))).toHaveLength(40);
      expect(chain.asked.filter((hash) => last.has(hash))).toHaveLength(10);
    });

    it('looks at once at one whose case an operator takes', async () => {
      await claims(120, 'not-found', '1 hour');
      const [hash] = await claims(1, 'confirmed', '10 minutes');
      const rows: { id: string }[] = await source.query('select id from deposit where tx_hash = $1', [hash]);
      const chain = new OneAnswer();
      await lookingAt(chain).pollOne(rows[0]?.id ?? '');
      expect(chain.asked).toEqual([hash]);
      await lookingAt(chain).pollOne('0');
      expect(chain.asked).toEqual([hash]);
    });
  });

  it('confirms what came in finer parts than the books keep, for what they keep of it', async () => {
    const user = await aUserId(source);
    const recipient = (await app.application.get(GetDepositAddresses).execute(user, ETH)).get('ERC20') ?? '';
    const chain = new OneAnswer(['ethereum']);
    const transfers = [{ recipient, amount: 9_123_456_789_012_345_678n }];
    chain.answer = { succeeded: true, confirmations: 12, transfers };
    const look = async (amount: string) => {
      const id = await aDeposit(user, { currencyId: ETH, network: 'ERC20', amount });
      await lookingAt(chain).pollOne(id);
      const rows = await source.query('select chain_verdict as verdict from deposit where id = $1', [id]);
      return rows[0].verdict;
    };
    expect(await look('9.12345678')).toBe('confirmed');
    expect(await look('9.12345679')).toBe('wrong-amount');
    expect(await look('9.12345677')).toBe('wrong-amount');
  });

  it('tells the user how far the deposit is, once a change, and credits nothing', async () => {
    const user = await aUserId(source);
    const recipient = (await app.application.get(GetDepositAddresses).execute(user, USDT)).get('TRC20') ?? '';
    await submit(user);
    const chain = new OneAnswer();
    const look = async (confirmations: number) => {
      chain.answer = { succeeded: true, confirmations, transfers: [{ recipient, amount: 100_000_000n }] };
      await source.query('update deposit set looked_at = null where user_id = $1', [user]);
      await lookingAt(chain).execute();
    };
    await look(3);
    await look(3);
    await look(20);
    expect(await states(user)).toEqual(['deposit submitted', 'deposit confirming', 'deposit seen']);
    expect(await spotOf(user)).toBe('0');
  });
});
