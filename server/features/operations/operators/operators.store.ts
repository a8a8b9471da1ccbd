import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { OperatorRole } from '../../../contract/operations/words.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface OperatorRow {
  id: string;
  login: string;
  /** Null: by passkey alone. */
  passwordHash: string | null;
  /** The password was handed over, and is good for one login before this instant. */
  oneTimeUntil: Date | null;
  /** Sealed; null until the operator has made an authenticator. */
  totpSecret: Buffer | null;
  roles: OperatorRole[];
  disabledAt: Date | null;
  createdAt: Date;
  lastLoginAt: Date | null;
}

/** What an operator makes an authenticator with, and logs in with for the first time. */
export interface Credentials {
  passwordHash: string;
  oneTimeUntil: Date;
}

/** Who proposed a change and who approved it; null both on the command line. */
export interface ChangingHands {
  changedBy: string | null;
  confirmedBy: string | null;
}

interface NewOperator extends ChangingHands {
  login: string;
  roles: readonly OperatorRole[];
  at: Date;
}

const COLUMNS = `id, login, password_hash as "passwordHash", one_time_until as "oneTimeUntil",
  totp_secret as "totpSecret", roles, disabled_at as "disabledAt", created_at as "createdAt",
  last_login_at as "lastLoginAt"`;

/** The operators' SQL. */
@Injectable()
export class OperatorsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async byLogin(login: string, tx?: Transaction): Promise<OperatorRow | null> {
    const rows: OperatorRow[] = await (tx ?? this.source).query(`select ${COLUMNS} from operator where login = $1`, [
      login,
    ]);
    return rows[0] ?? null;
  }

  /** From where the operator has opened sessions since the instant. */
  async addressesOf(login: string, since: Date): Promise<string[]> {
    const rows: { ip: string }[] = await this.source.query(
      `select distinct s.ip from operator o join operator_session s on s.operator_id = o.id
        where o.login = $1 and s.created_at > $2`,
      [login, since],
    );
    return rows.map(({ ip }) => ip);
  }

  async byId(id: string, tx?: Transaction): Promise<OperatorRow | null> {
    const rows: OperatorRow[] = await (tx ?? this.source).query(`select ${COLUMNS} from operator where id = $1`, [id]);
    return rows[0] ?? null;
  }

  /** The operator, locked until the transaction ends: one change of its access at a time. */
  async lock(tx: Transaction, id: string): Promise<OperatorRow | null> {
    const rows: OperatorRow[] = await tx.query(`select ${COLUMNS} from operator where id = $1 for no key update`, [id]);
    return rows[0] ?? null;
  }

  list(): Promise<OperatorRow[]> {
    return this.source.query(`select ${COLUMNS} from operator order by login limit 500`);
  }

  /** Adds an operator; null when the login is in use. */
  async insert(
    tx: Transaction,
    { login, roles, changedBy, confirmedBy, at }: NewOperator,
    { passwordHash, oneTimeUntil }: Credentials,
  ): Promise<OperatorRow | null> {
    const rows: OperatorRow[] = await tx.query(
      `insert into operator (login, roles, password_hash, one_time_until, created_at, changed_by, confirmed_by, invited_by)
       values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (login) do nothing returning ${COLUMNS}`,
      [login, roles, passwordHash, oneTimeUntil, at, changedBy, confirmedBy],
    );
    return rows[0] ?? null;
  }

  async setRoles(tx: Transaction, id: string, roles: readonly OperatorRole[]): Promise<OperatorRow> {
    return this.changed(tx, `update operator set roles = $2 where id = $1 returning ${COLUMNS}`, [id, roles]);
  }

  /** Whoever changes the operator next in this transaction. The database keeps it. */
  async noteHands(tx: Transaction, id: string, { changedBy, confirmedBy }: ChangingHands): Promise<void> {
    await tx.query('update operator set changed_by = $2, confirmed_by = $3 where id = $1', [
      id,
      changedBy,
      confirmedBy,
    ]);
  }

  async setDisabled(tx: Transaction, id: string, disabledAt: Date | null): Promise<OperatorRow> {
    return this.changed(tx, `update operator set disabled_at = $2 where id = $1 returning ${COLUMNS}`, [
      id,
      disabledAt,
    ]);
  }

  /** Everything that the operator knew or had is worth nothing any more. */
  async renew(tx: Transaction, id: string, { passwordHash, oneTimeUntil }: Credentials): Promise<OperatorRow> {
    return this.changed(
      tx,
      `update operator set password_hash = $2, one_time_until = $3, invited_by = confirmed_by, invited_again_at = null,
         totp_secret = null, totp_last_step = 0
        where id = $1 returning ${COLUMNS}`,
      [id, passwordHash, oneTimeUntil],
    );
  }

  /**
   * Another one-time password in the place of one that did not arrive, and nothing that was made with that: once, within
   * the hour of the first, for who approved the invitation. Null: it is not so.
   */
  async inviteAgain(tx: Transaction, id: string, again: { passwordHash: string; by: string; at: Date }) {
    const [rows]: [OperatorRow[], number] = await tx.query(
      `update operator set password_hash = $2, invited_again_at = $4, totp_secret = null, totp_last_step = 0
        where id = $1 and invited_by = $3 and one_time_until > $4 and invited_again_at is null and disabled_at is null
        returning ${COLUMNS}`,
      [id, again.passwordHash, again.by, again.at],
    );
    return rows[0] ?? null;
  }

  /** An authenticator in the place of the one before, as long as the one-time password is unused. */
  async enrol(tx: Transaction, id: string, totpSecret: Buffer): Promise<void> {
    await tx.query(
      `update operator set totp_secret = $2, totp_last_step = 0 where id = $1 and one_time_until is not null`,
      [id, totpSecret],
    );
  }

  /** From now on the operator comes by passkey alone. */
  async dropPassword(tx: Transaction, id: string): Promise<void> {
    await tx.query('update operator set password_hash = null, one_time_until = null where id = $1', [id]);
  }

  /** From now on the password is the operator's own. */
  async setPassword(tx: Transaction, id: string, passwordHash: string): Promise<void> {
    await tx.query('update operator set password_hash = $2, one_time_until = null where id = $1', [id, passwordHash]);
  }

  async noteLogin(tx: Transaction, id: string, at: Date): Promise<void> {
    await tx.query('update operator set last_login_at = $2 where id = $1', [id, at]);
  }

  /** Uses a time step of the authenticator up: each is good once, and none before the last one used. */
  async useStep(tx: Transaction, id: string, step: number): Promise<boolean> {
    const [rows]: [unknown[], number] = await tx.query(
      'update operator set totp_last_step = $2 where id = $1 and totp_last_step < $2 returning id',
      [id, step],
    );
    return rows.length > 0;
  }

  private async changed(tx: Transaction, statement: string, parameters: unknown[]): Promise<OperatorRow> {
    const [rows]: [OperatorRow[], number] = await tx.query(statement, parameters);
    return rows[0] as OperatorRow;
  }
}
