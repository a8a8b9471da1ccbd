import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'withdrawal_address', retained: true, owned: 't.user_id = $1', order: 't.id' });
registerPersonalTable({ table: 'withdrawal_account', owned: 't.user_id = $1', order: 't.user_id' });
