import { registerPersonalTable } from '../../../platform/database/personal-tables.js';
import { idNumberContext } from './id-number.js';

const OWN_CASES = 't.case_id in (select id from verification_case where user_id = $1)';

registerPersonalTable({
  table: 'verification_case',
  retained: true,
  owned: 't.user_id = $1',
  order: 't.id',
  without: ['id_number_digest', 'claimed_by', 'claimed_until'],
  sealed: [{ column: 'id_number_sealed', name: 'id_number', context: idNumberContext }],
});
registerPersonalTable({ table: 'verification_photo', retained: true, owned: OWN_CASES, order: 't.case_id, t.kind' });
registerPersonalTable({
  table: 'verification_history',
  retained: true,
  owned: OWN_CASES,
  order: 't.case_id, t.version',
  without: ['operator_id'],
});
