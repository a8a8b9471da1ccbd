import { registerInvariant, registerReason } from '../ledger/index.js';

registerReason('deposits.credit', `select from deposit d where d.id::text = j.reference and d.status = 'approved'`);

registerInvariant({
  name: 'M01',
  says: 'A transaction is credited once, to one deposit.',
  sql: `select chain, tx_hash, output_index, count(*), false as demo from deposit
         where tx_hash is not null and status <> 'rejected' group by 1, 2, 3 having count(*) > 1`,
});

registerInvariant({
  name: 'M02',
  says: 'A deposit is credited if and only if it is approved: once, to its user, with its amount.',
  sql: `select d.id, d.status, d.amount, count(distinct j.id) as journals,
               sum(p.amount) filter (where a.id is not null) as credited, false as demo
          from deposit d
          left join ledger_journal j on j.reason = 'deposits.credit' and j.reference = d.id::text
          left join ledger_posting p on p.journal_id = j.id
          left join ledger_account a on a.id = p.account_id and a.owner_id = d.user_id
           and a.currency_id = d.currency_id and a.kind = 'spot'
         group by d.id
        having (d.status = 'approved') <> (count(distinct j.id) = 1)
            or (d.status = 'approved'
              and (count(p.sequence) <> 2 or sum(p.amount) filter (where a.id is not null) is distinct from d.amount))`,
});
