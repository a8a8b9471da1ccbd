import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'account_session',
  owned: 't.user_id = $1',
  order: 't.id',
  without: ['token_hash'],
});
