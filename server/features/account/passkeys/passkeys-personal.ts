import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'account_passkey',
  owned: 't.user_id = $1',
  order: 't.id',
  without: ['credential_id', 'public_key', 'counter'],
});
