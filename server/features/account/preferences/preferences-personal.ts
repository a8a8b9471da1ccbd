import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'account_preference', owned: 't.user_id = $1', order: 't.user_id' });
registerPersonalTable({ table: 'favourite_market', owned: 't.user_id = $1', order: 't.id' });
