import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'news_read', owned: 't.user_id = $1', order: 't.read_at, t.article_id' });
