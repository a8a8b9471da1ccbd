import { registerInvariant } from '../../wallet/ledger/index.js';

registerInvariant({
  name: 'C09',
  says: 'What was liquidated has its report, and a report says that equity was below what was required.',
  sql: `select f.id, f.demo, null::bigint as report, null::numeric as equity, null::numeric as required from futures_position f
         where f.closed_as in ('liquidated', 'deleveraged')
           and not exists (select from liquidation_report r where r.position_id = f.id)
        union all
        select r.position_id, f.demo, r.id, r.equity, r.required from liquidation_report r
          left join futures_position f on f.id = r.position_id where r.equity >= r.required`,
});
