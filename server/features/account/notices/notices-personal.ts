import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'account_security_event',
  retained: true,
  owned: 't.user_id = $1',
  order: 't.id',
  without: ['salt', 'digest'],
});
registerPersonalTable({ table: 'account_notice', owned: 't.user_id = $1', order: 't.id' });
