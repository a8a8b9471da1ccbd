import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import {
  type IdKind,
  PHOTO_KINDS,
  type PhotoKind,
  type VerificationLevel,
  type VerificationStatus,
} from '../../../contract/account/verification.dto.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import type { StoredPhoto, PhotoTexts } from './verification.rules.js';

/** What a case of the basic level is about. */
export interface PersonDetails {
  country: string;
  name: string;
  idKind: IdKind;
  idNumberSealed: Buffer;
  idNumberDigest: Buffer;
  /** Null where the form had no such field. */
  address: string | null;
}

export interface CaseRow {
  id: string;
  userId: string;
  level: VerificationLevel;
  status: Exclude<VerificationStatus, 'none'>;
  version: number;
  reason: string | null;
  submittedAt: Date;
  decidedAt: Date | null;
  claimedBy: string | null;
  claimedUntil: Date | null;
}

export type CaseWithPerson = CaseRow & { [Field in keyof PersonDetails]: PersonDetails[Field] | null };

export interface PhotoRow extends StoredPhoto {
  caseId: string;
  reason: string | null;
}

const photoReasons = z.partialRecord(z.enum(PHOTO_KINDS), z.string());

export interface HistoryRow {
  version: number;
  status: Exclude<VerificationStatus, 'none'>;
  operatorId: string | null;
  reason: string | null;
  photoReasons: PhotoTexts;
  at: Date;
}

/** Another user's case with the same number. */
export interface SameNumberRow {
  userId: string;
  status: CaseRow['status'];
  country: string | null;
}

/** A decision of the operator who holds the case. */
export interface Decision {
  caseId: string;
  operatorId: string;
  status: 'verified' | 'rejected';
  reason: string | null;
  at: Date;
}

const PLAIN = ['id', 'user_id as "userId"', 'level', 'status', 'version', 'reason', 'submitted_at as "submittedAt"'];
const CASE = [
  ...PLAIN,
  'decided_at as "decidedAt"',
  'claimed_by as "claimedBy"',
  'claimed_until as "claimedUntil"',
].join(', ');
const PERSON = `country, name, id_kind as "idKind", id_number_sealed as "idNumberSealed",
  id_number_digest as "idNumberDigest", address`;
/** The columns of a case with its person. */
export const CASE_WITH_PERSON = `${CASE}, ${PERSON}`;

/** The verifications' SQL. */
@Injectable()
export class VerificationStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Opens the user's case of a level, or again after a rejection; null when it is under review or verified. */
  async submit(
    tx: Transaction,
    { userId, level, at }: { userId: string; level: VerificationLevel; at: Date },
    person: PersonDetails | null,
  ): Promise<CaseRow | null> {
    const fields = 'country, name, id_kind, id_number_sealed, id_number_digest, address';
    const rows: CaseRow[] = await tx.query(
      `insert into verification_case as known (user_id, level, status, version, submitted_at, ${fields})
       values ($1, $2, 'under-review', 1, $3, $4, $5, $6, $7, $8, $9)
       on conflict (user_id, level) do update
         set status = 'under-review', version = known.version + 1, submitted_at = $3, decided_at = null, reason = null,
             (${fields}) = row ($4, $5, $6, $7, $8, $9)
         where known.status = 'rejected'
       returning ${CASE}`,
      [
        userId,
        level,
        at,
        person?.country ?? null,
        person?.name ?? null,
        person?.idKind ?? null,
        person?.idNumberSealed ?? null,
        person?.idNumberDigest ?? null,
        person?.address ?? null,
      ],
    );
    return rows[0] ?? null;
  }

  async casesOf(userId: string, tx: Transaction = this.source.manager): Promise<CaseWithPerson[]> {
    return tx.query(`select ${CASE}, ${PERSON} from verification_case where user_id = $1`, [userId]);
  }

  async byId(caseId: string, tx: Transaction = this.source.manager): Promise<CaseWithPerson | null> {
    const rows: CaseWithPerson[] = await tx.query(`select ${CASE}, ${PERSON} from verification_case where id = $1`, [
      caseId,
    ]);
    return rows[0] ?? null;
  }

  /** The case, locked until the transaction ends; null for one whose account is erased: there is nothing left to judge. */
  async lock(tx: Transaction, caseId: string): Promise<CaseRow | null> {
    const rows: CaseRow[] = await tx.query(
      `select ${CASE} from verification_case where id = $1 and erased_at is null for update`,
      [caseId],
    );
    return rows[0] ?? null;
  }

  /**
   * Of the digests that a number may have, the one under which somebody has it already, else the first. Whoever is verified comes
   * before who waits: it is that number's.
   * @param spelled digests of before, which count only where somebody is verified: whoever waits under one gets another when that is
   *   decided.
   */
  async knownDigest(
    tx: Transaction,
    digests: readonly [Buffer, ...Buffer[]],
    spelled: readonly Buffer[] = [],
  ): Promise<Buffer> {
    const [first, ...former] = digests;
    if (former.length + spelled.length === 0) return first;
    const rows: { digest: Buffer }[] = await tx.query(
      `select id_number_digest as digest from verification_case
        where id_number_digest = any($3) and (status = 'verified' or id_number_digest = any($1))
        order by status = 'verified' desc, id_number_digest = $2, id limit 1`,
      [digests, first, [...digests, ...spelled]],
    );
    return rows[0]?.digest ?? first;
  }

  /** Of which country the document is, with the digest of its number there. The caller holds the lock. */
  async setCountry(
    tx: Transaction,
    caseId: string,
    { country, digest }: { country: string; digest: Buffer },
  ): Promise<void> {
    await tx.query('update verification_case set country = $2, id_number_digest = $3 where id = $1', [
      caseId,
      country,
      digest,
    ]);
  }

  async underReview(offset: number, limit: number): Promise<{ rows: CaseWithPerson[]; count: number }> {
    const rows: CaseWithPerson[] = await this.source.query(
      `select ${CASE}, ${PERSON} from verification_case where status = 'under-review' and erased_at is null
        order by submitted_at, id offset $1 limit $2`,
      [offset, limit],
    );
    const [counted]: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from verification_case where status = 'under-review' and erased_at is null`,
    );
    return { rows, count: counted?.count ?? 0 };
  }

  /** Other users with one of the digests, those who are verified first. */
  async othersWith(digests: readonly Buffer[], userId: string): Promise<SameNumberRow[]> {
    return this.source.query(
      `select user_id as "userId", status, country from verification_case where id_number_digest = any($1) and user_id <> $2
        order by status = 'verified' desc, user_id limit 20`,
      [digests, userId],
    );
  }

  /** Lets go of the case; false when the operator did not hold it. */
  async release(tx: Transaction, caseId: string, operatorId: string): Promise<boolean> {
    const [, count]: [unknown, number] = await tx.query(
      'update verification_case set claimed_by = null, claimed_until = null where id = $1 and claimed_by = $2',
      [caseId, operatorId],
    );
    return count > 0;
  }

  /** Takes or keeps the case; false when somebody else holds it or it is decided. */
  async claim(tx: Transaction, caseId: string, operatorId: string, times: { at: Date; until: Date }): Promise<boolean> {
    const [, count]: [unknown, number] = await tx.query(
      `update verification_case set claimed_by = $2, claimed_until = $4
        where id = $1 and status = 'under-review' and erased_at is null and (claimed_by is null or claimed_by = $2 or claimed_until <= $3)`,
      [caseId, operatorId, times.at, times.until],
    );
    return count === 1;
  }

  /**
   * Decides a case that this operator holds; null when it is held by nobody or another, or somebody was first. `taken` when the person is
   * verified under another account: the transaction is lost then.
   */
  async decide(
    tx: Transaction,
    { caseId, operatorId, status, reason, at }: Decision,
  ): Promise<CaseRow | null | 'taken'> {
    try {
      const [rows]: [CaseRow[], number] = await tx.query(
        `update verification_case
            set status = $3, version = version + 1, reason = $4, decided_at = $5, claimed_by = null,
                claimed_until = null
          where id = $1 and status = 'under-review' and claimed_by = $2 and claimed_until > $5
         returning ${CASE}`,
        [caseId, operatorId, status, reason, at],
      );
      return rows[0] ?? null;
    } catch (error) {
      if (sqlStateOf(error) === '23505') return 'taken';
      throw error;
    }
  }

  async record(tx: Transaction, caseId: string, row: HistoryRow): Promise<void> {
    await tx.query(
      `insert into verification_history (case_id, version, status, operator_id, reason, photo_reasons, at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [caseId, row.version, row.status, row.operatorId, row.reason, JSON.stringify(row.photoReasons), row.at],
    );
  }

  async history(caseId: string): Promise<HistoryRow[]> {
    const rows: HistoryRow[] = await this.source.query(
      `select version, status, operator_id as "operatorId", reason, photo_reasons as "photoReasons", at
         from verification_history where case_id = $1 order by version`,
      [caseId],
    );
    return rows.map((row) => ({
      ...row,
      photoReasons: storedJson(photoReasons, row.photoReasons, 'verification_history.photo_reasons'),
    }));
  }

  async photos(caseId: string, tx: Transaction = this.source.manager): Promise<PhotoRow[]> {
    return tx.query(
      `select case_id as "caseId", kind, upload_id as "uploadId", status, reason from verification_photo
        where case_id = $1 order by kind`,
      [caseId],
    );
  }

  async putPhoto(tx: Transaction, caseId: string, kind: PhotoKind, uploadId: string): Promise<void> {
    await tx.query(
      `insert into verification_photo (case_id, kind, upload_id, status) values ($1, $2, $3, 'under-review')
       on conflict (case_id, kind) do update set upload_id = $3, status = 'under-review', reason = null`,
      [caseId, kind, uploadId],
    );
  }

  /** Photos with a reason are rejected, all others accepted. */
  async judgePhotos(tx: Transaction, caseId: string, reasons: PhotoTexts): Promise<void> {
    await tx.query(
      `update verification_photo set reason = $2::jsonb ->> kind,
              status = case when $2::jsonb ? kind then 'rejected' else 'accepted' end
        where case_id = $1`,
      [caseId, JSON.stringify(reasons)],
    );
  }
}
