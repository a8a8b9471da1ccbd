import { registerInvariant, registerReason, registerSubject } from '../ledger/index.js';

registerSubject({
  table: 'demo_grant',
  touchedBy: `select number from recent where reason = 'demo.grant'`,
  sliceRows: 10_000,
  booked: { as: ['demo.grant'] },
});
registerReason('demo.grant', 'select from demo_grant g where g.id = j.number and j.demo', {
  kinds: ['spot', 'option', 'contract', 'trust', 'sim_mint'],
  owner: 'select g.user_id from demo_grant g where g.id = l.number',
  isCapital: true,
});

registerInvariant({
  name: 'D01',
  says: 'Demo money comes only from the mint, by a grant, into the accounts of its one user, and only into them.',
  parts: [
    {
      over: 'demo_grant',
      sql: `select g.id, true as demo, 0 as journals from checked g
             where not exists (select from ledger_journal j where j.reason = 'demo.grant' and j.reference = g.id::text)`,
    },
    {
      over: 'ledger_journal',
      sql: `select g.id, case when bool_or(not p.account_demo) then null else true end as demo, count(p.sequence) as postings,
                   sum(p.amount) filter (where p.owner_id = g.user_id) as granted
              from legs p
              join demo_grant g on g.id = p.number
             where p.reason = 'demo.grant'
             group by g.id
            having bool_or(not p.account_demo)
                or bool_or(p.owner_id is not null and (p.owner_id <> g.user_id or p.amount < 0))
                or bool_or(p.owner_id is null and p.kind <> 'sim_mint')`,
    },
    {
      over: 'ledger_journal',
      sql: `select journal_id as id, null::boolean as demo, amount from legs
             where kind = 'sim_mint' and reason <> 'demo.grant'`,
    },
  ],
});

registerInvariant({
  name: 'K11',
  says: 'No demo money was ever transferred, withdrawn, deposited or exchanged with the world outside.',
  parts: [
    {
      over: 'ledger_journal',
      sql: `select j.id, j.reason, null::boolean as demo from checked j
             where j.demo and (j.reason like 'wallet.%' or j.reason like 'deposits.%' or j.reason like 'withdrawals.%')
            union all
            select p.journal_id, p.kind, null from legs p where p.demo and p.kind = 'external'`,
    },
  ],
});
