import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'upload', retained: true, owned: 't.user_id = $1', order: 't.created_at, t.id' });
registerPersonalTable({ table: 'upload_view', owned: 't.owner_id = $1', order: 't.id', without: ['operator_id'] });
