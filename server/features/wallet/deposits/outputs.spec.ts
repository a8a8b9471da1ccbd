import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { closeInOrder } from '../../../test/books-in-order.js';
import { violationsOf } from '../../../test/factories/books.js';
import { agreeOnCredit } from '../../../test/factories/credits.js';
import { aUserId, USDT } from '../../../test/factories/ledger.js';
import { anOperator } from '../../../test/factories/operators.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { depositAddress, WalletCatalog } from '../balances/index.js';
import { ChainWatchers } from '../chain-watch/index.js';
import type { ChainTransaction } from '../chain-watch/chain-verdict.rules.js';
import { ChainWatcher } from '../chain-watch/chain-watcher.js';
import { Ledger } from '../ledger/index.js';
import { ApproveDeposit, type DepositApproval } from './approve-deposit.js';
import { DepositsStore } from './deposits.store.js';
import { GetDepositAddresses } from './get-deposit-addresses.js';
import { PollChains } from './poll-chains.js';
import { SetUpDepositAddresses } from './set-up-deposit-addresses.js';
import { type SubmittedDeposit, SubmitDeposit } from './submit-deposit.js';

let app: TestApp;
let source: DataSource;
const USDC = 4;
const aHash = () => randomBytes(32).toString('hex');

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  await source.query('update adjustment_cap set by_person = 1000000, by_all = 1000000');
  const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`).publicExtendedKey;
  await app.application.get(SetUpDepositAddresses).useKey('tron', 'tron', key);
  const other = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/60'/0'`).publicExtendedKey;
  await app.application.get(SetUpDepositAddresses).useKey('ethereum', 'evm', other);
  const pool = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/0'/0'`).publicExtendedKey;
  const omni = app.application
    .get(WalletCatalog)
    .networks(USDT)
    .find(({ network }) => network === 'OMNI');
  const addresses = Array.from({ length: 20 }, (_, index) => depositAddress(pool, 'p2pkh', index));
  await app.application.get(SetUpDepositAddresses).addPool(omni?.id ?? 0, addresses);
});
afterAll(() => closeInOrder(app, ['M01', 'M02', 'L15']));

/** A node that knows these transactions. */
class Node extends ChainWatcher {
  readonly chains = ['tron'];
  readonly known = new Map<string, ChainTransaction>();
  find(_network: unknown, hash: string): Promise<ChainTransaction | null> {
    return Promise.resolve(this.known.get(hash) ?? null);
  }
}
const node = new Node();
const poll = () =>
  new PollChains(
    new ChainWatchers([node]),
    app.application.get(DepositsStore),
    app.application.get(WalletCatalog),
    app.application.get(Transactions),
    app.application.get(Outbox),
    app.application.get(Clock),
  );

async function aReceiver(): Promise<{ id: string; address: string }> {
  const id = await aUserId(source);
  const address = (await app.application.get(GetDepositAddresses).execute(id, USDT)).get('TRC20') ?? '';
  return { id, address };
}

const submit = (userId: string, hash: string | null, values: Partial<SubmittedDeposit> = {}) =>
  app.application.get(SubmitDeposit).execute({
    userId,
    kind: 'chain',
    currencyId: USDT,
    network: 'TRC20',
    amount: '100',
    hash,
    sender: '',
    proof: null,
    key: null,
    ...values,
  });
const last = async (userId: string) => {
  const rows: { id: string; verdict: string | null }[] = await source.query(
    'select id, chain_verdict as verdict from deposit where user_id = $1 order by id desc limit 1',
    [userId],
  );
  return rows[0] as { id: string; verdict: string | null };
};
async function claim(userId: string, hash: string | null, values: Partial<SubmittedDeposit> = {}): Promise<string> {
  await submit(userId, hash, values);
  const { id } = await last(userId);
  await poll().pollOne(id);
  return id;
}
const somebody = async () => (await anOperator(source, 'treasurer')).operatorId;
const credit = async (depositId: string) =>
  app.application.get(ApproveDeposit).execute({ depositId, operatorId: await somebody() });
/** As two operators agree on it, whatever the chain says. */
async function creditByTwo(
  depositId: string,
  values: Pick<DepositApproval, 'transaction' | 'overruled'>,
): Promise<void> {
  const said = { depositId, operatorId: await somebody(), proposedBy: await somebody(), ...values };
  await app.application.get(Transactions).run(async (tx) => {
    await agreeOnCredit(tx, said);
    await app.application.get(ApproveDeposit).execute(said, tx);
  });
}
async function spotOf(userId: string): Promise<string> {
  const rows = await app.application.get(Ledger).balancesOf(userId);
  return rows.find(({ kind, currencyId }) => kind === 'spot' && currencyId === USDT)?.balance ?? '0';
}
async function aProof(userId: string): Promise<string> {
  const id = randomBytes(16).toString('hex');
  await source.query(
    `insert into upload (id, user_id, purpose, state, bytes, stored, created_at)
     values ($1, $2, 'deposit', 'waiting', 10, true, now())`,
    [id, userId],
  );
  return id;
}
/** The very same form is answered as the first time. */
const ANEW = { sender: 'once more' };
const used = { code: 'deposits.hash-used' };
const to = (recipient: string, units = 100_000_000n) => ({ recipient, amount: units });

describe('a transaction that pays several recipients', () => {
  it('is claimed and credited by each of them, once', async () => {
    const [one, other] = [await aReceiver(), await aReceiver()];
    const hash = aHash();
    node.known.set(hash, { succeeded: true, confirmations: 100, transfers: [to(one.address), to(other.address)] });
    const ids = [await claim(one.id, hash), await claim(other.id, hash)];
    for (const { id } of [one, other]) await expect(submit(id, hash, ANEW)).rejects.toMatchObject(used);
    for (const id of ids) await credit(id);
    expect([await spotOf(one.id), await spotOf(other.id)]).toEqual(['100', '100']);
    for (const { id } of [one, other]) await expect(submit(id, hash, ANEW)).rejects.toMatchObject(used);
    expect(await violationsOf(source.manager, 'M01')).toEqual([]);
  });

  it('is claimed by each of them where both hand it in at the same instant', async () => {
    const [one, other] = [await aReceiver(), await aReceiver()];
    for (let round = 0; round < 5; round += 1) {
      const hash = aHash();
      await Promise.all([submit(one.id, hash), submit(other.id, hash)]);
      await Promise.allSettled([submit(one.id, hash, ANEW), submit(other.id, hash, ANEW)]);
      const [{ count }] = await source.query('select count(*)::int as count from deposit where tx_hash = $1', [hash]);
      expect(count).toBe(2);
    }
  });

  it('is not credited to a recipient twice: not by a picture, nor by a claim that its chain refuted at first', async () => {
    const [one, other] = [await aReceiver(), await aReceiver()];
    const hash = aHash();
    node.known.set(hash, { succeeded: false, confirmations: 1, transfers: [] });
    const refuted = await claim(other.id, hash);
    node.known.set(hash, { succeeded: true, confirmations: 100, transfers: [to(one.address), to(other.address)] });
    await claim(one.id, hash);
    const again = await claim(other.id, hash, ANEW);
    await poll().pollOne(refuted);
    const picture = await claim(other.id, null, { proof: await aProof(other.id) });
    await credit(again);
    await expect(credit(refuted)).rejects.toMatchObject(used);
    const named = { transaction: hash, overruled: 'not-asked' as const };
    await expect(creditByTwo(picture, named)).rejects.toMatchObject(used);
    expect(await spotOf(other.id)).toBe('100');
  });

  it('that was credited by a picture is credited by no hash: nobody knows which of them it was', async () => {
    const [one, other] = [await aReceiver(), await aReceiver()];
    const hash = aHash();
    node.known.set(hash, { succeeded: true, confirmations: 100, transfers: [to(one.address), to(other.address)] });
    const ids = [await claim(one.id, hash), await claim(other.id, hash)];
    const picture = await claim(other.id, null, { proof: await aProof(other.id) });
    await creditByTwo(picture, { transaction: hash, overruled: 'not-asked' });
    for (const id of ids) await expect(credit(id)).rejects.toMatchObject(used);
  });

  describe('that one of them was credited before', () => {
    async function twoClaims(): Promise<{ before: string; now: string }> {
      const [one, other] = [await aReceiver(), await aReceiver()];
      const hash = aHash();
      node.known.set(hash, { succeeded: true, confirmations: 100, transfers: [to(one.address), to(other.address)] });
      const [before, now] = [await claim(one.id, hash), await claim(other.id, hash)];
      await credit(before);
      return { before, now };
    }
    /** As rows are that were credited before a credit named its transaction. */
    const asBefore = (id: string, recipient: 'recipient' | 'null', manager = source.manager) =>
      manager.query(
        `set local session_replication_role = replica;
         update deposit set settled_tx = null, recipient = ${recipient} where id = ${id};
         set local session_replication_role = origin`,
      );

    it('is credited to another one where it is known to whom it went', async () => {
      const { before, now } = await twoClaims();
      await source.transaction((manager) => asBefore(before, 'recipient', manager));
      await credit(now);
      expect(await violationsOf(source.manager, 'M01')).toEqual([]);
    });

    it('is credited to nobody else where it is not known, and M01 names a credit that was', async () => {
      const { before, now } = await twoClaims();
      await source.transaction((manager) => asBefore(before, 'null', manager));
      await expect(credit(now)).rejects.toMatchObject(used);
      const another = await twoClaims();
      await credit(another.now);
      const runner = source.createQueryRunner();
      await runner.startTransaction();
      try {
        await asBefore(another.before, 'null', runner.manager);
        expect(await violationsOf(runner.manager, 'M01')).toHaveLength(1);
      } finally {
        await runner.rollbackTransaction();
        await runner.release();
      }
    });
  });

  it('and brings one of them two coins, is credited in each of them, once', async () => {
    const { id, address } = await aReceiver();
    const second = (await app.application.get(GetDepositAddresses).execute(id, USDC)).get('TRC20') ?? '';
    const addresses = [...new Set([address, second])];
    const hash = aHash();
    node.known.set(hash, { succeeded: true, confirmations: 100, transfers: addresses.map((each) => to(each)) });
    const ids = [await claim(id, hash), await claim(id, hash, { currencyId: USDC })];
    for (const each of ids) await credit(each);
    for (const currencyId of [USDT, USDC]) {
      await expect(submit(id, hash, { ...ANEW, currencyId })).rejects.toMatchObject(used);
    }
    const rows = await app.application.get(Ledger).balancesOf(id);
    const spots = rows.filter(({ kind }) => kind === 'spot').map(({ currencyId, balance }) => [currencyId, balance]);
    expect(new Map(spots as [number, string][])).toEqual(
      new Map([
        [USDT, '100'],
        [USDC, '100'],
      ]),
    );
    expect(await violationsOf(source.manager, 'M01')).toEqual([]);
  });
});

it('a claim of a stranger, refuted or not, keeps nobody from claiming what came to them', async () => {
  const [owner, stranger, another] = [await aReceiver(), await aReceiver(), await aUserId(source)];
  const hash = aHash();
  node.known.set(hash, { succeeded: true, confirmations: 100, transfers: [to(owner.address)] });
  await claim(stranger.id, hash);
  expect((await last(stranger.id)).verdict).toBe('wrong-recipient');
  // Who has no address yet.
  await claim(another, hash);
  const id = await claim(owner.id, hash);
  expect((await last(owner.id)).verdict).toBe('confirmed');
  await credit(id);
  expect(await spotOf(owner.id)).toBe('100');
});
