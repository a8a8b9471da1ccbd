import { registerInvariant } from '../../wallet/ledger/index.js';

registerInvariant({
  name: 'X02',
  says: 'The audit log is what was sealed, in one unbroken chain, and nobody can change it.',
  parts: [
    { over: 'round', sql: 'select seal, first_entry, last_entry, fault, null::boolean as demo from audit_breaks()' },
  ],
});
