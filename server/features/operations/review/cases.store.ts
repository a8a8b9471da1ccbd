import type { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';

export interface CaseFilter {
  status: string | null;
  userId: string | null;
  currencyId: number | null;
  /** `mine` and `free` are about this operator and this instant. */
  claim: 'mine' | 'free' | null;
  operatorId: string;
  now: Date;
  order: 'oldest' | 'newest';
}

export interface ClaimColumns {
  claimOperatorId: string | null;
  claimLogin: string | null;
  claimUntil: Date | null;
}

/** What a decision about a case hangs on. */
export interface CaseTerms {
  userId: string;
  amount: DecimalText;
  coin: string;
  /** Above it two people are needed; null: never. */
  limit: DecimalText | null;
}

/** A queue in SQL: `d` is the case, `$1` the instant, and `where` takes its parameters from `$2` on. */
export interface CaseSql<Row> {
  columns: string;
  from: string;
  where: string;
  /** How the cases are ordered, before their number; with a comma at its end where there is something. */
  orderBy?: 'd.submitted_at';
  /** Of the filter, after the instant. */
  parameters: (filter: CaseFilter) => unknown[];
  /** The row with its columns of JSON read. */
  read?: (row: Row) => Row;
}

/** Where a case is one of money: whose, which coin, and who has claimed it; with what the asked status, `$2`, is to mean. */
export function moneyWhere(status: string): string {
  return `($2::text is null or (${status})) and ($3::bigint is null or d.user_id = $3)
    and ($4::integer is null or d.currency_id = $4)
    and ($5::text is null or ($5 = 'mine' and k.operator_id = $6) or ($5 = 'free' and k.operator_id is null))`;
}

export const MONEY_CASE: Pick<CaseSql<never>, 'where' | 'parameters'> = {
  where: moneyWhere('d.status = $2'),
  parameters: ({ status, userId, currencyId, claim, operatorId }) => [status, userId, currencyId, claim, operatorId],
};

/** Nobody counts further than people read. */
const COUNTED_MAX = 10_000;
const OTHERS_MAX = 20;

/** What the queues of the desk have in common. */
export abstract class CasesStore<Row extends { id: string; userId: string }> {
  protected constructor(
    protected readonly source: DataSource,
    private readonly sql: CaseSql<Row>,
  ) {}

  async list(filter: CaseFilter, limit: number, offset: number): Promise<Row[]> {
    const { columns, from, where } = this.sql;
    const given = this.given(filter);
    const rows: Row[] = await this.source.query(
      `select ${columns} ${from} where ${where} order by ${this.order(filter)}
        limit $${given.length + 1} offset $${given.length + 2}`,
      [...given, limit, offset],
    );
    return rows.map(this.read);
  }

  /** Numbers of all cases that the filter selects, as the list orders them; so many at most. */
  async ids(filter: CaseFilter, limit: number): Promise<string[]> {
    const { from, where } = this.sql;
    const given = this.given(filter);
    const rows: { id: string }[] = await this.source.query(
      `select d.id::text as id ${from} where ${where} order by ${this.order(filter)} limit $${given.length + 1}`,
      [...given, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** In any order. */
  async ofIds(ids: readonly string[], now: Date): Promise<Row[]> {
    const { columns, from } = this.sql;
    const rows: Row[] = await this.source.query(`select ${columns} ${from} where d.id = any($2::bigint[])`, [now, ids]);
    return rows.map(this.read);
  }

  async count(filter: CaseFilter): Promise<number> {
    const { from, where } = this.sql;
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from (select 1 ${from} where ${where} limit ${COUNTED_MAX}) as counted`,
      this.given(filter),
    );
    return rows[0]?.count ?? 0;
  }

  async find(id: string, now: Date): Promise<Row | null> {
    const { columns, from } = this.sql;
    const rows: Row[] = await this.source.query(`select ${columns} ${from} where d.id = $2`, [now, id]);
    return rows[0] ? this.read(rows[0]) : null;
  }

  /** The user's other cases, the newest first. */
  async others({ id, userId }: Row, now: Date): Promise<Row[]> {
    const { columns, from } = this.sql;
    const rows: Row[] = await this.source.query(
      `select ${columns} ${from} where d.user_id = $2 and d.id <> $3 order by d.id desc limit ${OTHERS_MAX}`,
      [now, userId, id],
    );
    return rows.map(this.read);
  }

  private readonly read = (row: Row): Row => this.sql.read?.(row) ?? row;

  private order({ order }: CaseFilter): string {
    const direction = order === 'oldest' ? 'asc' : 'desc';
    return [this.sql.orderBy, 'd.id'].flatMap((column) => (column ? [`${column} ${direction}`] : [])).join(', ');
  }

  private given(filter: CaseFilter): unknown[] {
    return [filter.now, ...this.sql.parameters(filter)];
  }
}
