import { registerInvariant, registerReason } from '../ledger/index.js';

registerReason('demo.grant', 'select from demo_grant g where g.id::text = j.reference and j.demo');

registerInvariant({
  name: 'D01',
  says: 'Demo money comes only from the mint, by a grant, into the accounts of its one user, and only into them.',
  sql: `select g.id, case when bool_or(not a.demo) then null else true end as demo, count(distinct j.id) as journals,
               sum(p.amount) filter (where a.owner_id = g.user_id) as granted
          from demo_grant g
          left join ledger_journal j on j.reason = 'demo.grant' and j.reference = g.id::text
          left join ledger_posting p on p.journal_id = j.id
          left join ledger_account a on a.id = p.account_id
         group by g.id
        having count(distinct j.id) <> 1 or bool_or(not a.demo)
            or bool_or(a.owner_id is not null and (a.owner_id <> g.user_id or p.amount < 0))
            or bool_or(a.owner_id is null and a.kind <> 'sim_mint')`,
});

registerInvariant({
  name: 'K11',
  says: 'No demo money was ever transferred, withdrawn, deposited or exchanged with the world outside.',
  sql: `select j.id, j.reason, null::boolean as demo from ledger_journal j
         where j.demo and (j.reason like 'wallet.%' or j.reason like 'deposits.%' or j.reason like 'withdrawals.%')
        union all
        select p.journal_id, a.kind, null from ledger_posting p join ledger_account a on a.id = p.account_id
         where p.demo and a.kind = 'external'`,
});
