import { Client } from 'pg';
import { createTestDatabase, type DatabaseClock, decideBy, type TestDatabase } from '../database.js';

/** A position as far as plans look at it; by default ten lots of 0.1 BTC, long, at 100 with a margin of 20, of user 1. */
export interface PlanRow {
  id: number;
  user_id: number;
  market_id: number;
  currency_id: number;
  demo: boolean;
  side: 1 | -1;
  status: number;
  margin_mode: 'isolated' | 'cross';
  lot_size: string;
  lots: number;
  entry_price: string | null;
  margin: string;
  reserved: string;
  close_fee_ratio: string;
  version: number;
}

const ROW: PlanRow = {
  id: 1,
  user_id: 1,
  market_id: 1,
  currency_id: 3,
  demo: false,
  side: 1,
  status: 1,
  margin_mode: 'isolated',
  lot_size: '0.1',
  lots: 10,
  entry_price: '100',
  margin: '20',
  reserved: '0',
  close_fee_ratio: '0.001',
  version: 1,
};

export const planRow = (values: Partial<PlanRow> = {}): PlanRow => ({ ...ROW, ...values });

/** A step of a plan, as `liquidation_step` has it. */
export interface PlanStep {
  place?: number;
  kind?: string;
  lots?: number;
  price?: string;
  price_from?: string;
  bankruptcy?: string | null;
  net?: string;
  margin_left?: string;
  before: PlanRow;
  item?: object | null;
  wave?: number;
  matched_with?: number | null;
}

/** An account of a user, or of the house, and what is on it. */
export interface PlanAccount {
  owner: number | null;
  kind: string;
  balance: string;
  currency?: number;
  demo?: boolean;
  /** How often it was posted on. */
  sequence?: number;
}

/**
 * A database of positions and money that are made up, for stored functions that only work out what would be: rows are put
 * there past the guards of the tables.
 */
export class PlanDatabase {
  private constructor(
    private readonly database: TestDatabase,
    private readonly client: Client,
  ) {}

  static async open(): Promise<PlanDatabase> {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    return new PlanDatabase(database, client);
  }

  async close(): Promise<void> {
    await this.client.end();
    await this.database.drop();
  }

  /** Whose clock decides from now on. */
  decideBy(clock: DatabaseClock): Promise<void> {
    return decideBy(clock, (text) => this.client.query(text));
  }

  /** What an expression answers, as JSON has it; numbers are the shortest decimal text. */
  async ask<Answer>(expression: string, values: unknown[] = []): Promise<Answer> {
    const { rows } = await this.client.query<{ answer: Answer }>(
      `select to_jsonb(answered.answer) as answer from (select ${expression} as answer) answered`,
      values.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)),
    );
    return plain(rows[0]?.answer) as Answer;
  }

  /** What this does is undone. Answers what `look` finds meanwhile, from another connection. */
  async within<Found>(expression: string, values: unknown[], look: (other: Client) => Promise<Found>): Promise<Found> {
    const other = new Client({ connectionString: this.database.url });
    await other.connect();
    await this.client.query('begin');
    try {
      await this.ask(expression, values);
      return await look(other);
    } finally {
      await this.client.query('rollback');
      await other.end();
    }
  }

  /** Does something while another connection has locked this position. */
  async whileLocked<Done>(id: number, work: () => Promise<Done>): Promise<Done> {
    const other = new Client({ connectionString: this.database.url });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select from futures_position where id = $1 for no key update', [id]);
      return await work();
    } finally {
      await other.query('rollback');
      await other.end();
    }
  }

  /** These positions and accounts, and no others. */
  async have(rows: readonly PlanRow[], accounts: readonly PlanAccount[] = []): Promise<void> {
    await this.client.query('begin; set local session_replication_role = replica');
    await this.client.query('truncate futures_position cascade');
    await this.client.query(
      `delete from ledger_account where kind in ('contract', 'contract_frozen', 'spot', 'insurance')`,
    );
    await this.client.query(
      `insert into futures_position (id, user_id, market_id, currency_id, demo, side, price_type, margin_mode, status,
         leverage, lot_size, lots, lots_ordered, market_price, entry_price, reserved, margin, open_fee_ratio,
         close_fee_ratio, created_at, updated_at, version)
       overriding system value
       select id, user_id, market_id, currency_id, demo, side, 'market', margin_mode, status, 10, lot_size, lots, lots, 100,
              entry_price, reserved, margin, 0, close_fee_ratio, now(), now(), version
         from jsonb_populate_recordset(null::futures_position, $1)`,
      [JSON.stringify(rows)],
    );
    await this.client.query(
      `insert into ledger_account (owner_id, owner_key, house, kind, currency_id, scale, demo, balance, sequence,
         may_go_negative)
       select owner, coalesce(owner, 0), owner is null, kind, coalesce(currency, 3), c.scale, coalesce(demo, false), balance,
              coalesce(sequence, 0), false
         from jsonb_to_recordset($1) as given (owner bigint, kind text, balance numeric, currency integer, demo boolean,
           sequence bigint)
         join currency c on c.id = coalesce(given.currency, 3)`,
      [JSON.stringify(accounts)],
    );
    await this.client.query('commit');
  }
}

/** A parameter that is the row of a position. */
export const asRow = (place: number): string => `jsonb_populate_record(null::futures_position, $${place}::jsonb)`;
/** A parameter that is one step, or a list of them. */
export const asStep = (place: number): string => `jsonb_populate_record(null::liquidation_step, $${place}::jsonb)`;
export const asSteps = (place: number): string =>
  `array(select step from jsonb_populate_recordset(null::liquidation_step, $${place}::jsonb) step)`;

/** Postgres keeps the zeros of its arithmetic. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
