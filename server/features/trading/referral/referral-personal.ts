import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'referral_profile',
  owned: 't.user_id = $1',
  order: 't.user_id',
  without: ['nickname_key'],
});
registerPersonalTable({ table: 'referral_partner_terms', owned: 't.user_id = $1', order: 't.effective_day' });
