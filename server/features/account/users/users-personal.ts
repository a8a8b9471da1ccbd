import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'account_user',
  retained: true,
  owned: 't.id = $1',
  order: 't.id',
  without: ['password_hash', 'username_key', 'email_key', 'invited_by'],
});
registerPersonalTable({
  table: 'account_device',
  owned: 't.user_id = $1',
  order: 't.first_at, t.device',
  without: ['device'],
});
