import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'own_limit_account', owned: 't.user_id = $1', order: 't.id' });
registerPersonalTable({ table: 'own_limit', owned: 't.user_id = $1', order: 't.id' });
registerPersonalTable({ table: 'own_break', owned: 't.user_id = $1', order: 't.id' });
registerPersonalTable({ table: 'own_limit_use', owned: 't.user_id = $1', order: 't.id' });
registerPersonalTable({ table: 'own_reality_check', owned: 't.user_id = $1', order: 't.id' });
