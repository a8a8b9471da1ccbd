import { registerInvariant, registerReason } from '../ledger/index.js';

const OF_ERASED = `select e.user_id from account_erasure e where e.id = l.head and e.outcome = 'erased'`;

// The erasing of an account books what its user gave up (account_erase); the account is gone, so it is told of here.
registerReason(
  'erasure.rest',
  `select from account_erasure_rest r join account_erasure e on e.id = r.erasure_id and e.outcome = 'erased'
    where r.erasure_id = j.head and j.reference = concat(r.erasure_id, ':', r.currency_id)`,
  { kinds: ['spot', 'option', 'contract', 'trust', 'house_pnl'], owner: OF_ERASED, isCapital: true },
);

registerInvariant({
  name: 'M14',
  says: 'Of an account that is erased nothing is left, and the house got no more of a coin than its user had agreed to give up.',
  parts: [
    {
      over: 'ledger_journal',
      sql: `select l.journal_id as id, l.reference, r.amount as agreed,
                   sum(l.amount) filter (where l.owner_id is null) as given, false as demo
              from legs l
              left join account_erasure e on e.id = l.head and e.outcome = 'erased'
              left join account_erasure_rest r
                on r.erasure_id = e.id and l.reference = concat(r.erasure_id, ':', r.currency_id)
             where l.reason = 'erasure.rest'
             group by l.journal_id, l.reference, e.id, r.amount
            having e.id is null or r.amount is null
                or bool_or(l.account_demo or l.currency_id <> r.currency_id)
                or bool_or(l.owner_id is not null and (l.owner_id <> e.user_id or l.amount > 0))
                or coalesce(sum(l.amount) filter (where l.owner_id is null and l.kind = 'house_pnl'), 0) not between 0 and r.amount`,
    },
    {
      over: 'pass',
      sql: `select e.id, a.kind, a.currency_id, a.balance, false as demo
              from account_erasure e join ledger_account a on a.owner_key = e.user_id and not a.demo
             where e.outcome = 'erased' and a.balance <> 0`,
    },
  ],
});
