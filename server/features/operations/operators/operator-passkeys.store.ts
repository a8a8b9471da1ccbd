import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { PasskeyMade } from '../../account/passkeys/index.js';

export interface OperatorPasskeyRow {
  id: string;
  operatorId: string;
  credentialId: string;
  publicKey: Buffer;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** What is to be signed for what: a login of anybody, or something of one operator, at the desk in one session. */
export type DeskChallenge =
  | { purpose: 'login'; operatorId: null; sessionId: null }
  | { purpose: 'enrolment'; operatorId: string; sessionId: null }
  | { purpose: 'addition' | 'proof'; operatorId: string; sessionId: string };

const COLUMNS = `id, operator_id as "operatorId", credential_id as "credentialId", public_key as "publicKey", transports,
  name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** The SQL of the operators' passkeys. */
@Injectable()
export class OperatorPasskeysStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The oldest first; their number is bounded. */
  list(operatorId: string, tx: Transaction = this.source.manager): Promise<OperatorPasskeyRow[]> {
    return tx.query(`select ${COLUMNS} from operator_passkey where operator_id = $1 order by id limit 100`, [
      operatorId,
    ]);
  }

  async byCredential(credentialId: string): Promise<OperatorPasskeyRow | null> {
    const rows: OperatorPasskeyRow[] = await this.source.query(
      `select ${COLUMNS} from operator_passkey where credential_id = $1`,
      [credentialId],
    );
    return rows[0] ?? null;
  }

  async isLeft(tx: Transaction, id: string): Promise<boolean> {
    const rows: unknown[] = await tx.query('select 1 from operator_passkey where id = $1', [id]);
    return rows.length > 0;
  }

  /** False when somebody has it already. */
  async insert(
    tx: Transaction,
    passkey: PasskeyMade & { operatorId: string; name: string; at: Date },
  ): Promise<boolean> {
    const { operatorId, credentialId, publicKey, counter, transports, name, canBeBackedUp, isBackedUp, at } = passkey;
    const rows: unknown[] = await tx.query(
      `insert into operator_passkey (operator_id, credential_id, public_key, counter, transports, name,
         can_be_backed_up, is_backed_up, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing returning id`,
      [operatorId, credentialId, Buffer.from(publicKey), counter, transports, name, canBeBackedUp, isBackedUp, at],
    );
    return rows.length > 0;
  }

  /** Notes a use; false when its counter did not grow: there is a copy. One that counts nothing says 0 each time. */
  async use(id: string, used: { counter: number; isBackedUp: boolean; at: Date }): Promise<boolean> {
    const [rows]: [unknown[], number] = await this.source.query(
      `update operator_passkey set counter = $2, is_backed_up = $3, last_used_at = $4
        where id = $1 and ($2 > counter or ($2 = 0 and counter = 0)) returning id`,
      [id, used.counter, used.isBackedUp, used.at],
    );
    return rows.length > 0;
  }

  /** Answers the name of the one that is gone; null when there is none such of the operator's. */
  async remove(tx: Transaction, operatorId: string, id: string): Promise<string | null> {
    const [rows]: [{ name: string }[], number] = await tx.query(
      'delete from operator_passkey where operator_id = $1 and id = $2 returning name',
      [operatorId, id],
    );
    return rows[0]?.name ?? null;
  }

  async removeAll(tx: Transaction, operatorId: string): Promise<void> {
    await tx.query('delete from operator_passkey where operator_id = $1', [operatorId]);
  }

  async putChallenge(challenge: string, asked: DeskChallenge, times: { at: Date; expiresAt: Date }): Promise<void> {
    await this.source.query(
      `insert into operator_passkey_challenge (challenge, purpose, operator_id, session_id, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [challenge, asked.purpose, asked.operatorId, asked.sessionId, times.at, times.expiresAt],
    );
  }

  /** Uses it up, right or wrong; false when it is not live, or was given out for something or somebody else. */
  async useChallenge(challenge: string, asked: DeskChallenge, now: Date): Promise<boolean> {
    const [rows]: [{ isMeant: boolean }[], number] = await this.source.query(
      `update operator_passkey_challenge set used_at = $2 where challenge = $1 and used_at is null and expires_at > $2
        returning purpose = $3 and operator_id is not distinct from $4::bigint
          and session_id is not distinct from $5::bigint as "isMeant"`,
      [challenge, now, asked.purpose, asked.operatorId, asked.sessionId],
    );
    return rows[0]?.isMeant ?? false;
  }

  /** Removes those that ran out before the instant, at most so many; answers how many. */
  async pruneChallenges(before: Date, most: number): Promise<number> {
    const [, removed]: [unknown, number] = await this.source.query(
      `delete from operator_passkey_challenge where challenge in
         (select challenge from operator_passkey_challenge where expires_at < $1 limit $2)`,
      [before, most],
    );
    return removed;
  }
}
