import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'futures_preference', owned: 't.user_id = $1', order: 't.demo' });
