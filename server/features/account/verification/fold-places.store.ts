import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import { CASE_WITH_PERSON, type CaseWithPerson } from './verification.store.js';

/** How far the digests of before are looked at. */
export interface FoldPlace {
  after: string;
  isWhole: boolean;
}

/** The SQL of giving verified cases the digests of today. */
@Injectable()
export class FoldPlacesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async place(): Promise<FoldPlace> {
    const rows: FoldPlace[] = await this.source.query(
      'select case_id::text as after, is_whole as "isWhole" from verification_fold_place',
    );
    return rows[0] ?? { after: '0', isWhole: false };
  }

  /**
   * A process that is behind another takes nothing back. Within a day of the upgrade it begins anew: processes of the version before may
   * still verify somebody by the spelling.
   */
  async move({ after, isWhole }: FoldPlace): Promise<void> {
    await this.source.query(
      `update verification_fold_place
          set is_whole = is_whole or ($2 and since < now() - interval '1 day'),
              case_id = case when $2 and since >= now() - interval '1 day' then 0 else greatest(case_id, $1) end`,
      [after, isWhole],
    );
  }

  /** Cases after this one by which people are verified. */
  page(after: string, limit: number): Promise<CaseWithPerson[]> {
    return this.source.query(
      `select ${CASE_WITH_PERSON} from verification_case
        where id > $1 and level = 'basic' and status = 'verified' and erased_at is null order by id limit $2`,
      [after, limit],
    );
  }

  /** Another case by which somebody is verified under one of the digests; null: there is none. */
  async holder(
    digests: readonly Buffer[],
    caseId: string,
    tx: Transaction = this.source.manager,
  ): Promise<string | null> {
    const rows: { id: string }[] = await tx.query(
      `select id::text from verification_case
        where id_number_digest = any($1) and status = 'verified' and id <> $2 order by id limit 1`,
      [digests, caseId],
    );
    return rows[0]?.id ?? null;
  }
}
