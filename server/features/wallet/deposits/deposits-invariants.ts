import { registerInvariant, registerReason, registerSubject } from '../ledger/index.js';

registerSubject({
  table: 'deposit',
  touchedBy: `select number from recent where reason = 'deposits.credit'`,
  sliceRows: 10_000,
  booked: { as: ['deposits.credit'], when: `r.status = 'approved'` },
});
registerReason('deposits.credit', `select from deposit d where d.id = j.number and d.status = 'approved'`, {
  kinds: ['spot', 'external'],
  owner: 'select d.user_id from deposit d where d.id = l.number',
  isCapital: true,
});

/** Whether `d` and `c`, of one transaction, may be what one recipient of one coin got. As in `deposit_settle`. */
const IS_SAME_OUTPUT = `(d.output_index = c.output_index or d.tx_hash is null or c.tx_hash is null
  or (d.currency_id = c.currency_id and (d.user_id = c.user_id
    or coalesce(d.recipient, c.recipient, '') = coalesce(c.recipient, d.recipient, ''))))`;

registerInvariant({
  name: 'M01',
  says: 'What a transaction brought one recipient of a coin is credited once, to one deposit.',
  parts: [
    {
      over: 'deposit',
      sql: `select d.chain, d.tx_hash, d.output_index, count(*), false as demo
              from (select distinct chain, tx_hash, output_index from checked
                     where tx_hash is not null and status <> 'rejected') c
              join deposit d on d.chain = c.chain and d.tx_hash = c.tx_hash and d.output_index = c.output_index
               and d.tx_hash is not null and d.status <> 'rejected'
             group by 1, 2, 3 having count(*) > 1`,
    },
    // By its hash or by a picture.
    {
      over: 'deposit',
      sql: `select c.id, d.id as other_id, c.settled_tx, false as demo from checked c
              join deposit d on d.settled_tx = c.settled_tx and (d.kind = 'bank') = (c.kind = 'bank')
               and d.id <> c.id and d.status = 'approved' and ${IS_SAME_OUTPUT}
             where c.status = 'approved'`,
    },
    // Rows that were credited before have their hash alone.
    {
      over: 'deposit',
      sql: `select c.id, d.id as other_id, c.settled_tx, false as demo from checked c
              join deposit d on d.chain in ('ethereum', 'tron', 'bitcoin') and d.tx_hash = c.settled_tx
               and d.settled_tx is null and d.id <> c.id and d.status = 'approved' and ${IS_SAME_OUTPUT}
             where c.status = 'approved' and c.kind <> 'bank'`,
    },
  ],
});

registerInvariant({
  name: 'M02',
  says: 'A deposit is credited if and only if it is approved: once, to its user, with its amount.',
  parts: [
    {
      over: 'deposit',
      sql: `select d.id, d.status, d.amount, count(j.id) as journals, false as demo
              from checked d
              left join ledger_journal j on j.reason = 'deposits.credit' and j.reference = d.id::text
             group by d.id, d.status, d.amount
            having (d.status = 'approved') <> (count(j.id) = 1)`,
    },
    {
      over: 'ledger_journal',
      sql: `select d.id, d.status, d.amount, count(p.sequence) as postings,
                   sum(p.amount) filter (where p.owner_id = d.user_id) as credited, false as demo
              from legs p
              join deposit d on d.id = p.number
             where p.reason = 'deposits.credit'
             group by d.id
            having count(p.sequence) <> 2
                or sum(p.amount) filter (where p.owner_id = d.user_id and p.currency_id = d.currency_id and p.kind = 'spot')
                   is distinct from d.amount`,
    },
    {
      over: 'deposit',
      sql: `select d.id, d.status, false as demo from checked d
             where d.status = 'approved' and not exists (
               select from wallet_act a where a.subject = 'deposit' and a.subject_id = d.id and a.to_status = 'approved'
                  and a.operator_id is not null)`,
    },
  ],
});
