import { registerPersonalTable } from '../../../platform/database/personal-tables.js';

registerPersonalTable({ table: 'help_chat', owned: 't.user_id = $1', order: 't.id', without: ['agent_id'] });
registerPersonalTable({
  table: 'help_line',
  owned: 't.chat_id in (select id from help_chat where user_id = $1)',
  order: 't.chat_id, t.number',
  without: ['agent_id'],
});
