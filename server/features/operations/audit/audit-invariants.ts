import { goneFromChain, registerInvariant, registerSubject } from '../../wallet/ledger/index.js';

registerSubject({
  table: 'audit_seal',
  // No journal is about it.
  touchedBy: 'select id from audit_seal where false',
  sliceRows: 10_000,
  weight: 'last_entry - first_entry + 1 + coalesce(last_event - first_event + 1, 0)',
  isChain: true,
});

registerInvariant({
  name: 'X02',
  says: 'The audit log and the security events of users are what was sealed, in one unbroken chain, and nobody can change them.',
  parts: [
    {
      over: 'audit_seal',
      sql: `select b.seal, b.first_entry, b.last_entry, b.fault, null::boolean as demo
              from (select min(id) as first, max(id) as last from checked) c
             cross join lateral audit_broken_seals(c.first, c.last) b`,
    },
    {
      over: 'round',
      sql: 'select seal, first_entry, last_entry, fault, null::boolean as demo from audit_breaks_outside()',
    },
    goneFromChain(
      'audit_seal',
      `v.verified_row as seal, null::bigint as first_entry, null::bigint as last_entry,
              'it was verified and is gone' as fault`,
    ),
  ],
});
