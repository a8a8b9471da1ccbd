import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({
  table: 'withdrawal',
  retained: true,
  owned: 't.user_id = $1',
  order: 't.id',
  without: [
    'first_approved_by',
    'released_by',
    'sending_by',
    'sending_at',
    'cap_by_person',
    'cap_by_all',
    'waits_until',
  ],
});
