import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { PasskeyMade } from './passkey-signatures.js';

export interface NewPasskey extends PasskeyMade {
  userId: string;
  name: string;
  at: Date;
}

export interface PasskeyRow {
  id: string;
  userId: string;
  credentialId: string;
  publicKey: Buffer;
  transports: string[];
  name: string;
  isBackedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const COLUMNS = `id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", transports, name,
  is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** The passkeys' SQL. */
@Injectable()
export class PasskeysStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The oldest first; their number is bounded. */
  list(userId: string, tx: Transaction = this.source.manager): Promise<PasskeyRow[]> {
    return tx.query(`select ${COLUMNS} from account_passkey where user_id = $1 order by id limit 100`, [userId]);
  }

  async has(userId: string): Promise<boolean> {
    const rows: unknown[] = await this.source.query('select 1 from account_passkey where user_id = $1 limit 1', [
      userId,
    ]);
    return rows.length > 0;
  }

  async byCredential(credentialId: string): Promise<PasskeyRow | null> {
    const rows: PasskeyRow[] = await this.source.query(
      `select ${COLUMNS} from account_passkey where credential_id = $1`,
      [credentialId],
    );
    return rows[0] ?? null;
  }

  /** Whether it is still there: whoever removes it meanwhile ends a login that has begun. */
  async isLeft(tx: Transaction, id: string): Promise<boolean> {
    const rows: unknown[] = await tx.query('select 1 from account_passkey where id = $1', [id]);
    return rows.length > 0;
  }

  /** False when somebody has it already. */
  async insert(tx: Transaction, passkey: NewPasskey): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `insert into account_passkey (user_id, credential_id, public_key, counter, transports, name, can_be_backed_up,
         is_backed_up, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing returning id`,
      [
        passkey.userId,
        passkey.credentialId,
        Buffer.from(passkey.publicKey),
        passkey.counter,
        passkey.transports,
        passkey.name,
        passkey.canBeBackedUp,
        passkey.isBackedUp,
        passkey.at,
      ],
    );
    return rows.length > 0;
  }

  /**
   * Notes a use; false when its counter did not grow, which that of one authenticator alone always does: there is a copy.
   * One that counts nothing says 0 each time.
   */
  async use(
    id: string,
    { counter, isBackedUp, at }: { counter: number; isBackedUp: boolean; at: Date },
  ): Promise<boolean> {
    const [rows]: [unknown[], number] = await this.source.query(
      `update account_passkey set counter = $2, is_backed_up = $3, last_used_at = $4
        where id = $1 and ($2 > counter or ($2 = 0 and counter = 0)) returning id`,
      [id, counter, isBackedUp, at],
    );
    return rows.length > 0;
  }

  /** False when there is none such of the user's. */
  async rename(userId: string, id: string, name: string): Promise<boolean> {
    const [rows]: [unknown[], number] = await this.source.query(
      'update account_passkey set name = $3 where user_id = $1 and id = $2 returning id',
      [userId, id, name],
    );
    return rows.length > 0;
  }

  /** Answers the name of the one that is gone; null when there is none such of the user's. */
  async remove(tx: Transaction, userId: string, id: string): Promise<string | null> {
    const [rows]: [{ name: string }[], number] = await tx.query(
      'delete from account_passkey where user_id = $1 and id = $2 returning name',
      [userId, id],
    );
    return rows[0]?.name ?? null;
  }
}
