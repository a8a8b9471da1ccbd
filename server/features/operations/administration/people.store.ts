import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SECURITY_KINDS } from '../../../platform/http/security-signals.js';
import type { AuditedUploadLookView } from '../../../contract/operations/audit.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import type { UserSubAccountView } from '../../../contract/operations/users.dto.js';

export interface BalanceRow {
  kind: string;
  currencyId: number;
  coin: string;
  balance: DecimalText;
  demo: boolean;
}

export interface FileRow {
  extensionCode: string;
  mainId: string | null;
  invitedBy: string | null;
  erasesAt: Date | null;
  erasedAt: Date | null;
  depositsWaiting: number;
  withdrawalsWaiting: number;
}

const LOOKS = `from upload_view v join upload p on p.id = v.upload_id left join operator o on o.id::text = v.operator_id
  where ($1::bigint is null or v.owner_id = $1) and ($2::text is null or v.operator_id = $2)`;
/** Nobody counts further than people read. */
const COUNTED_MAX = 10_000;

/** The SQL of a user's file. */
@Injectable()
export class PeopleStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async file(userId: string): Promise<FileRow | null> {
    const rows: FileRow[] = await this.source.query(
      `select coalesce(u.extension_code, '') as "extensionCode",
              (select s.main_id from sub_account s where s.user_id = u.id) as "mainId", u.invited_by as "invitedBy", u.erased_at as "erasedAt",
              (select e.due_at from account_erasure e where e.user_id = u.id and e.outcome is null) as "erasesAt",
              (select count(*)::integer from deposit d where d.user_id = u.id and d.status = 'review')
                as "depositsWaiting",
              (select count(*)::integer from withdrawal w where w.user_id = u.id and w.status in ('review', 'approved'))
                as "withdrawalsWaiting"
         from account_user u where u.id = $1`,
      [userId],
    );
    return rows[0] ?? null;
  }

  /** The newest first. */
  subAccounts(userId: string): Promise<UserSubAccountView[]> {
    return this.source.query(
      `select s.user_id::text as id, s.label, s.frozen_at is not null as frozen from sub_account s
        where s.main_id = $1 order by s.user_id desc`,
      [userId],
    );
  }

  balances(userId: string): Promise<BalanceRow[]> {
    return this.source.query(
      `select a.kind, a.currency_id as "currencyId", c.code as coin, trim_scale(a.balance)::text as balance, a.demo
         from ledger_account a join currency c on c.id = a.currency_id
        where a.owner_key = $1 order by a.demo, a.currency_id, a.kind`,
      [userId],
    );
  }

  /** The newest, of changes and of vain tries apart: whoever tries often hides no change. */
  securityEvents(userId: string): Promise<{ kind: string; ip: string; device: string; at: Date }[]> {
    return this.source.query(
      `select kind, ip, device, at from (
         (select * from account_security_event
           where user_id = $1 and kind <> all ($2) order by at desc, id desc limit 50)
         union all
         (select * from account_security_event
           where user_id = $1 and kind = any ($2) order by at desc, id desc limit 50)) e
        order by at desc, id desc`,
      [userId, SECURITY_KINDS],
    );
  }

  verifications(
    userId: string,
  ): Promise<{ level: 'basic' | 'advanced'; status: string; caseId: string; reason: string | null }[]> {
    return this.source.query(
      'select level, status, id as "caseId", reason from verification_case where user_id = $1 order by level desc',
      [userId],
    );
  }

  async uploadLooks(
    filter: { userId: string | null; operatorId: string | null },
    limit: number,
    offset: number,
  ): Promise<{ rows: (Omit<AuditedUploadLookView, 'at'> & { at: Date })[]; total: number }> {
    const given = [filter.userId, filter.operatorId];
    const rows = await this.source.query<(Omit<AuditedUploadLookView, 'at'> & { at: Date })[]>(
      `select v.at, v.act, v.owner_id as "userId", coalesce(p.purpose, '') as purpose, p.used_for as "usedFor",
              case when v.operator_id is not null then coalesce(o.login, v.operator_id) end as operator
         ${LOOKS} order by v.id desc limit $3 offset $4`,
      [...given, limit, offset],
    );
    const counted = await this.source.query<{ count: number }[]>(
      `select count(*)::integer as count from (select 1 ${LOOKS} limit ${COUNTED_MAX}) as counted`,
      given,
    );
    return { rows, total: counted[0]?.count ?? 0 };
  }
}
