import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PairAmountView, PairRulesView } from '../../../contract/operations/pairs.dto.js';
import type { DecimalText } from '../../../contract/money.js';

export interface PairRow {
  oneId: string;
  one: string;
  oneProposed: number;
  oneAll: number;
  oneShare: DecimalText;
  otherId: string;
  other: string;
  otherProposed: number;
  otherAll: number;
  otherShare: DecimalText;
  together: number;
  rejected: number;
  amounts: PairAmountView[];
  lastAt: Date;
  marked: boolean;
}

/** What two decided since the days before `$1`, whoever of them proposed it; `$2` days, `$3` to `$5` what makes a mark. */
const PAIRS = `with decided as (
    select p.*, least(p.proposed_by, p.decided_by) as one, greatest(p.proposed_by, p.decided_by) as other,
           p.status = 'approved' as approved
      from operator_proposal p
     where p.status <> 'open' and p.decided_by <> p.proposed_by
       and p.decided_at > database_now($1) - make_interval(days => $2)),
  acts as (
    select person, count(*) as acts from decided d cross join lateral (values (d.one), (d.other)) as of_person (person)
     group by person),
  pairs as (
    select d.one, d.other, count(*) filter (where d.approved) as together, count(*) filter (where not d.approved) as rejected,
           count(*) filter (where d.approved and d.proposed_by = d.one) as by_one, max(d.decided_at) as last_at
      from decided d group by d.one, d.other having bool_or(d.approved)),
  judged as (
    select p.*, a.acts as one_all, b.acts as other_all, p.together::numeric / a.acts as one_share,
           p.together::numeric / b.acts as other_share,
           p.together >= $3 or (p.together >= $4 and p.together >= $5::numeric * least(a.acts, b.acts)) as marked
      from pairs p join acts a on a.person = p.one join acts b on b.person = p.other)`;
/** Of an appeal its coins; a word on a withdrawal that was released before is no amount once more. */
const AMOUNTS = `select jsonb_agg(jsonb_build_object('coin', s.code, 'amount', trim_scale(s.amount)::text) order by s.code)
    from (
      select c.code, sum(abs((d.detail ->> case d.kind when 'otc-appeal' then 'quantity' else 'amount' end)::numeric)) as amount
        from decided d left join deposit x on d.kind = 'deposit' and x.id = d.subject_id
        join currency c on c.id = coalesce((d.detail ->> 'currencyId')::integer, x.currency_id) or c.code = d.detail ->> 'coin'
       where d.one = j.one and d.other = j.other and d.approved
         and d.detail ? case d.kind when 'otc-appeal' then 'quantity' else 'amount' end
         and not (d.kind = 'withdrawal' and d.detail ? 'status') group by c.code) s`;

/** The SQL of who decides with whom. */
@Injectable()
export class PairsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  list(now: Date, rules: PairRulesView, { limit, offset }: { limit: number; offset: number }): Promise<PairRow[]> {
    return this.source.query(
      `${PAIRS}
       select j.one as "oneId", a.login as one, j.by_one::integer as "oneProposed", j.one_all::integer as "oneAll",
              trim_scale(round(j.one_share, 4))::text as "oneShare", j.other as "otherId", b.login as other,
              (j.together - j.by_one)::integer as "otherProposed", j.other_all::integer as "otherAll",
              trim_scale(round(j.other_share, 4))::text as "otherShare", j.together::integer as together,
              j.rejected::integer as rejected, j.last_at as "lastAt", j.marked, coalesce((${AMOUNTS}), '[]'::jsonb) as amounts
         from judged j join operator a on a.id = j.one join operator b on b.id = j.other
        order by j.marked desc, j.together desc, j.one, j.other limit $6 offset $7`,
      [...parametersOf(now, rules), limit, offset],
    );
  }

  async count(now: Date, rules: PairRulesView): Promise<{ total: number; marked: number }> {
    const rows: { total: number; marked: number }[] = await this.source.query(
      `${PAIRS} select count(*)::integer as total, count(*) filter (where marked)::integer as marked from judged`,
      parametersOf(now, rules),
    );
    return rows[0] ?? { total: 0, marked: 0 };
  }
}

function parametersOf(now: Date, { days, many, few, shareRatio }: PairRulesView): unknown[] {
  return [now, days, many, few, shareRatio];
}
