import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'notification_setting', owned: 't.user_id = $1', order: 't.user_id' });
registerPersonalTable({
  table: 'push_subscription',
  owned: 't.user_id = $1',
  order: 't.id',
  without: ['endpoint', 'p256dh', 'auth'],
});
