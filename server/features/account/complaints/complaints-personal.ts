import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'complaint', retained: true, owned: 't.user_id = $1', order: 't.id' });
registerPersonalTable({
  table: 'complaint_entry',
  retained: true,
  owned: 't.complaint_id in (select id from complaint where user_id = $1)',
  order: 't.complaint_id, t.number',
  without: ['operator_id'],
});
