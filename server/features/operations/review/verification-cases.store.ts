import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CasesStore, type ClaimColumns } from './cases.store.js';

export interface VerificationCaseRow extends ClaimColumns {
  id: string;
  userId: string;
  account: string;
  level: 'basic' | 'advanced';
  status: 'under-review' | 'verified' | 'rejected';
  country: string | null;
  name: string | null;
  version: number;
  submittedAt: Date;
}

const FROM = `from verification_case d join account_user u on u.id = d.user_id
  left join operator k on k.id::text = d.claimed_by and d.claimed_until > $1`;
const COLUMNS = `d.id, d.user_id as "userId", coalesce(u.username, u.phone, u.email, u.id::text) as account, d.level,
  d.status, d.country, d.name, d.version, d.submitted_at as "submittedAt", k.id as "claimOperatorId",
  k.login as "claimLogin", case when k.id is not null then d.claimed_until end as "claimUntil"`;
const WHERE = `($2::text is null or (d.status = $2 and (d.status <> 'under-review' or d.erased_at is null))) and ($3::bigint is null or d.user_id = $3)
  and ($4::text is null or ($4 = 'mine' and k.id = $5) or ($4 = 'free' and k.id is null))`;

/** Verifications as the desk's lists show them. */
@Injectable()
export class VerificationCasesStore extends CasesStore<VerificationCaseRow> {
  constructor(@Inject(DataSource) source: DataSource) {
    super(source, {
      columns: COLUMNS,
      from: FROM,
      where: WHERE,
      orderBy: 'd.submitted_at',
      parameters: ({ status, userId, claim, operatorId }) => [status, userId, claim, operatorId],
    });
  }

  /** All levels of the user. */
  of(userId: string, now: Date): Promise<VerificationCaseRow[]> {
    return this.source.query(`select ${COLUMNS} ${FROM} where d.user_id = $2 order by d.level`, [now, userId]);
  }

  /** Photos of the case that are kept no more, by their kind. */
  removedPhotos(caseId: string): Promise<{ kind: string; at: Date }[]> {
    return this.source.query(
      `select p.kind, coalesce(u.removed_at, v.at) as at
         from verification_photo p join upload u on u.id = p.upload_id
         join upload_view v on v.upload_id = u.id and v.act = 'removed' where p.case_id = $1`,
      [caseId],
    );
  }
}
