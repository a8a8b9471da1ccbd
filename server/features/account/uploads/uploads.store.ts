import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { COUNTED_MAX } from '../../../contract/pages.dto.js';
import type { UploadPurpose } from '../../../contract/account/uploads.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface NewUpload {
  id: string;
  userId: string;
  purpose: UploadPurpose | null;
  bytes: number;
  at: Date;
}

export interface UploadQuota {
  since: Date;
  uploads: number;
  waitingBytes: number;
  storedBytes: number;
}

export interface UploadUse {
  userId: string;
  purpose: UploadPurpose;
  usedFor: string;
  ids: string[];
  at: Date;
  /** Uploads from before are too old. */
  since: Date;
}

export interface UploadLook {
  uploadId: string;
  ownerId: string;
  operatorId: string | null;
  at: Date;
}

export interface UploadLookRow {
  uploadId: string;
  purpose: string | null;
  act: 'look' | 'removed';
  byOwner: boolean;
  at: Date;
}

/** The uploads' SQL. */
@Injectable()
export class UploadsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Takes a place in the user's quota; false when there is none. One upload of a user at a time gets here. */
  async begin(tx: Transaction, { id, userId, purpose, bytes, at }: NewUpload, quota: UploadQuota): Promise<boolean> {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`upload:${userId}`]);
    const rows: unknown[] = await tx.query(
      `insert into upload (id, user_id, purpose, state, bytes, stored, created_at)
       select $1, $2, $3, 'processing', $4::integer, true, $5
         from (select count(*) filter (where created_at > $6) as uploads,
                      coalesce(sum(bytes) filter (where state in ('processing', 'waiting')), 0) as waiting,
                      coalesce(sum(bytes) filter (where stored), 0) as stored
                 from upload where user_id = $2) taken
        where taken.uploads < $7 and taken.waiting + $4::integer <= $8 and taken.stored + $4::integer <= $9
       returning id`,
      [id, userId, purpose, bytes, at, quota.since, quota.uploads, quota.waitingBytes, quota.storedBytes],
    );
    return rows.length === 1;
  }

  /** The photo is kept and may be used. */
  async markStored(id: string, bytes: number): Promise<void> {
    await this.source.query(`update upload set state = 'waiting', bytes = $2 where id = $1 and state = 'processing'`, [
      id,
      bytes,
    ]);
  }

  async refuse(id: string): Promise<void> {
    await this.source.query(`update upload set state = 'refused' where id = $1 and state = 'processing'`, [id]);
  }

  /** Uses those that may be used, and answers which. */
  async use(tx: Transaction, { userId, purpose, usedFor, ids, at, since }: UploadUse): Promise<string[]> {
    const [rows]: [{ id: string }[], number] = await tx.query(
      `update upload set state = 'used', purpose = $2, used_for = $3, used_at = $4
        where id = any($5) and user_id = $1 and state = 'waiting' and created_at > $6
          and (purpose is null or purpose = $2)
       returning id`,
      [userId, purpose, usedFor, at, ids, since],
    );
    return rows.map(({ id }) => id);
  }

  async discard(tx: Transaction, ids: string[]): Promise<void> {
    await tx.query(`update upload set state = 'discarded' where id = any($1) and state = 'used'`, [ids]);
  }

  /** What the photos were handed in for is decided. */
  async close(tx: Transaction, ids: string[], at: Date): Promise<void> {
    await tx.query(`update upload set closed_at = $2 where id = any($1) and state = 'used'`, [ids, at]);
  }

  /** It is open again. */
  async reopen(tx: Transaction, ids: string[]): Promise<void> {
    await tx.query(`update upload set closed_at = null where id = any($1) and state = 'used'`, [ids]);
  }

  /** The user's own photo, used or not. */
  async ownedBy(userId: string, id: string): Promise<boolean> {
    const rows: unknown[] = await this.source.query(
      `select 1 from upload where id = $1 and user_id = $2 and state in ('waiting', 'used')`,
      [id, userId],
    );
    return rows.length === 1;
  }

  /** Whether the photo is stored; it stays so until the transaction ends. */
  async lockStored(tx: Transaction, id: string): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select 1 from upload where id = $1 and state in ('waiting', 'used') for no key update`,
      [id],
    );
    return rows.length === 1;
  }

  /**
   * The owner of a photo that was handed in for something; null for every other one, and for those of an erased account, whose
   * files stay for as long as everybody's, at most as long as what the law wants kept, and are shown to nobody.
   */
  async ownerOfUsed(id: string): Promise<string | null> {
    const rows: { userId: string }[] = await this.source.query(
      `select p.user_id as "userId" from upload p join account_user u on u.id = p.user_id
        where p.id = $1 and p.state = 'used' and u.erased_at is null`,
      [id],
    );
    return rows[0]?.userId ?? null;
  }

  async recordLook({ uploadId, ownerId, operatorId, at }: UploadLook): Promise<void> {
    await this.source.query('insert into upload_view (upload_id, owner_id, operator_id, at) values ($1, $2, $3, $4)', [
      uploadId,
      ownerId,
      operatorId,
      at,
    ]);
  }

  async looks(ownerId: string, offset: number, limit: number): Promise<{ rows: UploadLookRow[]; count: number }> {
    const rows: UploadLookRow[] = await this.source.query(
      `select upload_id as "uploadId", purpose, act, operator_id is null as "byOwner", at
         from upload_view look join upload on upload.id = look.upload_id
        where look.owner_id = $1 order by look.id desc offset $2 limit $3`,
      [ownerId, offset, limit],
    );
    const [counted]: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from (select from upload_view where owner_id = $1 limit ${COUNTED_MAX}) as counted`,
      [ownerId],
    );
    return { rows, count: counted?.count ?? 0 };
  }

  /**
   * Ends what nobody used in time, and answers what is to be removed from the storage, the oldest first.
   * @param skipped how many of the oldest are left out.
   */
  async endOld(before: Date, skipped: number, limit: number): Promise<string[]> {
    await this.source.query(
      `update upload set state = 'expired' where stored and state in ('processing', 'waiting') and created_at <= $1`,
      [before],
    );
    const rows: { id: string }[] = await this.source.query(
      `select id from upload where stored and state in ('refused', 'expired', 'discarded', 'retired')
        order by created_at, id offset $1 limit $2`,
      [skipped, limit],
    );
    return rows.map(({ id }) => id);
  }

  async markRemoved(id: string, at: Date): Promise<void> {
    await this.source.query(
      `update upload set stored = false, removed_at = $2
        where id = $1 and state in ('refused', 'expired', 'discarded', 'retired')`,
      [id, at],
    );
  }

  /**
   * Photos of what was decided before the instant: nobody can look at them from now on, their owners' lists say so, and
   * their files are to be removed. Answers how many.
   */
  async retire(before: Date, at: Date, limit: number): Promise<number> {
    const rows: unknown[] = await this.source.query(
      `with gone as (
         update upload set state = 'retired'
          where id = any(array(select id from upload where stored and state = 'used' and closed_at <= $1
                                order by closed_at limit $3 for update skip locked))
         returning id, user_id)
       insert into upload_view (upload_id, owner_id, at, act) select id, user_id, $2, 'removed' from gone returning id`,
      [before, at, limit],
    );
    return rows.length;
  }
}
