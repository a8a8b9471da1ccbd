import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'demo_account', owned: 't.user_id = $1', order: 't.user_id' });
registerPersonalTable({ table: 'demo_grant', owned: 't.user_id = $1', order: 't.id' });
