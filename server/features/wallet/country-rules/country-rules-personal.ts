import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'country_claim', owned: 't.user_id = $1', order: 't.country' });
