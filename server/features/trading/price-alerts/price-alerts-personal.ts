import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'price_alert', owned: 't.user_id = $1', order: 't.id' });
registerPersonalTable({
  table: 'price_alert_firing',
  owned: 't.alert_id in (select id from price_alert where user_id = $1)',
  order: 't.alert_id, t.at',
});
