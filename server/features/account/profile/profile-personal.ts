import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'account_bank_card', kept: true, owned: 't.user_id = $1', order: 't.id' });
