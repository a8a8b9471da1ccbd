import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'account_bank_card', retained: true, owned: 't.user_id = $1', order: 't.id' });
