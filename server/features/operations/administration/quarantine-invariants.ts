import { registerInvariant } from '../../wallet/ledger/index.js';

registerInvariant({
  name: 'X03',
  // Lifting it puts it right.
  isRepairable: true,
  says: 'What is in quarantine is what two different operators decided, row by row.',
  parts: [
    {
      over: 'round',
      sql: `select q.id, q.invariant, q.fingerprint,
                   case q.book when 'demo' then true when 'real' then false end as demo
              from books_quarantine q left join operator_proposal p on p.id = q.proposal_id
             where q.lifted_at is null and not coalesce(
               p.kind = 'books-quarantine' and p.status = 'approved' and p.proposed_by <> p.decided_by
                 and p.detail ->> 'invariant' = q.invariant
                 and p.detail -> 'violations' @> jsonb_build_array(
                       jsonb_build_object('fingerprint', q.fingerprint, 'book', q.book)), false)`,
    },
  ],
});
