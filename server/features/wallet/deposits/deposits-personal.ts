import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'deposit_address',
  owned: 't.user_id = $1',
  order: 't.id',
  without: ['key_id', 'key_index', 'pool_id'],
});
registerPersonalTable({
  table: 'deposit',
  owned: 't.user_id = $1',
  order: 't.id',
  without: ['credited_by', 'credit_proposed_by'],
});
