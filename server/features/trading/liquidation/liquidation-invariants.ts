import { registerInvariant } from '../../wallet/ledger/index.js';

registerInvariant({
  name: 'C09',
  says: 'What was liquidated has its report, and a report of what was decided says that equity was below what was required.',
  parts: [
    {
      over: 'futures_position',
      sql: `select f.id, f.demo, null::bigint as report, null::numeric as equity, null::numeric as required from checked f
             where f.closed_as in ('liquidated', 'deleveraged')
               and not exists (select from liquidation_report r where r.position_id = f.id)
            union all
            select f.id, f.demo, r.id, r.equity, r.required from checked f
              join liquidation_report r on r.position_id = f.id
             where r.kind <> 'deleveraged' and coalesce(r.equity >= r.required, true)`,
    },
  ],
});
