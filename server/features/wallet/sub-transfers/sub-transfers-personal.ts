import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'sub_account_transfer', owned: 't.main_id = $1', order: 't.id' });
