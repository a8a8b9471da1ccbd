import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'sub_account',
  retained: true,
  owned: 't.main_id = $1',
  order: 't.user_id',
  without: ['label_key'],
});
