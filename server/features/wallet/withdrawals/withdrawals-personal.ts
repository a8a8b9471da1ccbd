import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'withdrawal',
  owned: 't.user_id = $1',
  order: 't.id',
  without: ['first_approved_by', 'released_by'],
});
