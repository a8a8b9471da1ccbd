import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'account_api_key',
  owned: 't.user_id = any (person_accounts($1))',
  order: 't.id',
  without: ['secret', 'public_key'],
});
