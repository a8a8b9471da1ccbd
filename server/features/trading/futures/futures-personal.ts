import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'futures_preference',
  owned: 't.user_id = any (person_accounts($1))',
  order: 't.user_id, t.demo',
});
