import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'account_erasure', owned: 't.user_id = $1', order: 't.id' });
registerPersonalTable({
  table: 'account_erasure_rest',
  owned: 't.erasure_id in (select e.id from account_erasure e where e.user_id = $1)',
  order: 't.erasure_id, t.currency_id',
});
