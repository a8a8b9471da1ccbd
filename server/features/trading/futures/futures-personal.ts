import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'futures_preference', owned: 't.user_id = $1', order: 't.demo' });
// No list of exports has them.
registerPersonalTable({
  table: 'futures_closing_order',
  owned: 't.position_id in (select id from futures_position where user_id = $1)',
  order: 't.id',
});
