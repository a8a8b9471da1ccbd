import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'account_wallet_key',
  retained: true,
  owned: 't.user_id = $1',
  order: 't.created_at, t.chain, t.address',
});
