import { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { FuturesStore, type NewRow, type SubmitLimits } from '../../features/trading/futures-orders/futures.store.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Claim } from '../../platform/idempotency/command-key.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { aUserId, fund } from './ledger.js';

const ROW: NewRow = {
  market_id: 1,
  currency_id: 3,
  demo: false,
  side: 1,
  price_type: 'market',
  margin_mode: 'isolated',
  status: 1,
  leverage: 10,
  lot_size: '0.1',
  lots: 10,
  limit_price: null,
  market_price: '100',
  entry_price: '100',
  take_profit: null,
  take_profit_source: 'last',
  stop_loss: null,
  stop_loss_source: 'mark',
  initial_margin: '10',
  fee: '0.05',
  open_fee_ratio: '0.0005',
  close_fee_ratio: '0.0005',
};
/** What an order has that waits: its margin and fee at the limit are held. */
export const WAITING = { status: 0, price_type: 'limit', limit_price: '100', entry_price: null } as const;

/** The stored functions of futures in a database of their own, without the use cases that ask before them. */
export class StoredFutures {
  readonly store = new FuturesStore();
  private keys = 0;

  private constructor(
    private readonly database: TestDatabase,
    /** Past all guards: what a test puts there and looks at. */
    readonly source: DataSource,
    /** As a process with all roles. */
    readonly serving: DataSource,
  ) {}

  static async open(): Promise<StoredFutures> {
    const database = await createTestDatabase();
    const [source, serving] = await Promise.all(
      [database.url, database.servingUrl].map((url) => createDataSource(url).initialize()),
    );
    return new StoredFutures(database, source as DataSource, serving as DataSource);
  }

  async close(): Promise<void> {
    await this.serving.destroy();
    await this.source.destroy();
    await this.database.drop();
  }

  async user(amount = '1000', demo = amount): Promise<string> {
    const user = await aUserId(this.source);
    if (amount !== '0') await fund(this.source, user, amount, { kind: 'contract' });
    if (demo !== '0') await fund(this.source, user, demo, { kind: 'contract', demo: true });
    return user;
  }

  claim(user: string, key = `key-${(this.keys += 1)}`): Claim {
    const given = { user, route: 'a', key, fingerprint: Buffer.from([1]), at: new Date(), windowSeconds: null };
    return { userId: user, route: 'a', key, given };
  }

  run<Answer>(work: (tx: Transaction) => Promise<Answer>): Promise<Answer> {
    return this.serving.transaction(work);
  }

  /** An order of ten lots of 0.1 at 100, with a margin of 10 and a fee of 0.05. Answers its number. */
  async order(
    user: string,
    row: Partial<NewRow> = {},
    limits: Partial<SubmitLimits> = {},
    claim = this.claim(user),
  ): Promise<string> {
    const all = { openRows: 100, newAccountLeverage: 10, newAccountSince: 0, marks: {}, ...limits };
    await this.run((tx) => this.store.submit(tx, claim, { ...ROW, ...row }, all, []));
    return this.one<string>('select max(id)::text as value from futures_position where user_id = $1', [user]);
  }

  async one<Value>(sql: string, values: unknown[] = []): Promise<Value> {
    const rows: { value: Value }[] = await this.source.query(sql, values);
    return rows[0]?.value as Value;
  }

  /** Some of a position, as its view says it. */
  row(id: string): Promise<Record<string, unknown>> {
    return this.one('select futures_view(f) as value from futures_position f where f.id = $1', [id]);
  }

  /** What is free, held for futures, and in the fund. */
  async money(user: string, demo = false): Promise<Record<string, string>> {
    const rows: { kind: string; balance: string }[] = await this.source.query(
      `select kind, trim_scale(balance)::text as balance from ledger_account where owner_id = $1 and demo = $2 and currency_id = 3`,
      [user, demo],
    );
    return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
  }

  /** Kinds of what the user was told, and of balances which account. */
  async publishedEvents(user: string): Promise<unknown[]> {
    const rows: { kind: string; payload: { account?: string } }[] = await this.source.query(
      'select kind, payload from outbox where user_id = $1 order by sequence',
      [user],
    );
    return rows.map(({ kind, payload }) => payload.account ?? kind);
  }
}

/** `done`, or the code of what the database refused, with its detail where that is one word or number. */
export const outcomeOf = (command: Promise<unknown>): Promise<string> =>
  command.then(
    () => 'done',
    ({ code, detail }: { code: string; detail?: string }) =>
      [code, ...(/^[\w.-]+$/.test(detail ?? '') ? [detail] : [])].join(' '),
  );
