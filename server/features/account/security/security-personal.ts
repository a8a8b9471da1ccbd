import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'account_fund_password',
  owned: 't.user_id = $1',
  order: 't.set_at',
  without: ['password_hash'],
});
registerPersonalTable({
  table: 'account_totp',
  owned: 't.user_id = $1',
  order: 't.created_at',
  without: ['secret', 'last_step'],
});
