import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'deposit_address',
  retained: true,
  owned: 't.user_id = $1',
  order: 't.id',
  without: ['key_id', 'key_index', 'pool_id'],
});
registerPersonalTable({
  table: 'deposit',
  retained: true,
  owned: 't.user_id = $1',
  order: 't.id',
  without: ['credited_by', 'credit_proposed_by', 'word_cap_by_person', 'word_cap_by_all', 'word_waits_until'],
});
