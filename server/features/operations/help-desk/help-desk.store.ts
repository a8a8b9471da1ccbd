import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { HelpState } from '../../../contract/account/help-chat.dto.js';
import type { Language } from '../../../contract/errors.js';
import type { HelpFolder } from '../../../contract/operations/words.js';
import type { HelpHours } from '../../../contract/rules/help-hours.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { LineRow } from '../../account/help-chat/index.js';

export interface QueueFilter {
  folder: HelpFolder;
  operatorId: string;
  userId: string | null;
}

export interface QueuedChat {
  id: string;
  userId: string;
  state: HelpState;
  agent: string | null;
  mine: boolean;
  at: Date;
  unread: number;
}

export interface CaseRow {
  id: string;
  userId: string;
  language: string;
  state: HelpState;
  agentId: string | null;
  agent: string | null;
  agentAt: Date | null;
  version: number;
  readByUser: number;
  readByAgent: number;
}

export type DeskLineRow = LineRow & { agent: string | null };

export interface TemplateRow {
  id: string;
  language: Language;
  title: string;
  text: string;
}

export interface HandOverRow {
  from: string;
  to: string | null;
  reason: string;
  at: Date;
}

/** Templates that there may be: all of them are on the page of a chat. */
export const TEMPLATES_MAX = 200;

const IN_FOLDER = `($3::bigint is null or c.user_id = $3) and case $1::text
    when 'waiting' then c.state = 'waiting' when 'mine' then c.state = 'open' and c.agent_id = $2
    when 'open' then c.state = 'open' else c.state = 'closed' end`;
const AT = `case when c.state = 'waiting' then c.waiting_since else c.last_at end`;

/** The SQL of the help desk: its queue, ready answers, hours, and who went on with whose chat. */
@Injectable()
export class HelpDeskStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Those that wait: the oldest first; all others: the newest first. */
  list(filter: QueueFilter, limit: number, offset: number): Promise<QueuedChat[]> {
    return this.source.query(
      `select c.id::text, c.user_id::text as "userId", c.state, o.login as agent,
              coalesce(c.agent_id = $2, false) as mine, ${AT} as at,
              (select count(*)::integer from help_line l where l.chat_id = c.id and l.author = 'user'
                  and l.number > c.read_by_agent) as unread
         from help_chat c left join operator o on o.id = c.agent_id where ${IN_FOLDER}
        order by case when c.state = 'waiting' then c.waiting_since end, c.last_at desc, c.id desc limit $4 offset $5`,
      [filter.folder, filter.operatorId, filter.userId, limit, offset],
    );
  }

  async count({ folder, operatorId, userId }: QueueFilter): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from help_chat c where ${IN_FOLDER} and $2::bigint is not null`,
      [folder, operatorId, userId],
    );
    return rows[0]?.count ?? 0;
  }

  async find(id: string): Promise<CaseRow | null> {
    const rows: CaseRow[] = await this.source.query(
      `select c.id::text, c.user_id::text as "userId", u.language, c.state, c.agent_id::text as "agentId", o.login as agent,
              c.agent_at as "agentAt", c.version, c.read_by_user as "readByUser", c.read_by_agent as "readByAgent"
         from help_chat c join account_user u on u.id = c.user_id left join operator o on o.id = c.agent_id
        where c.id = $1`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** The newest lines of the chat, or those before a line; the newest first. */
  lines(chatId: string, before: string | null, limit: number): Promise<DeskLineRow[]> {
    return this.source.query(
      `select l.id::text, l.chat_id::text as "chatId", l.number, l.author, l.agent_id::text as "agentId", o.login as agent,
              l.text, l.masked, l.note, l.code, l.picture, l.at
         from help_line l left join operator o on o.id = l.agent_id
        where l.chat_id = $1 and ($2::bigint is null or l.id < $2) order by l.id desc limit $3`,
      [chatId, before, limit],
    );
  }

  async hasPicture(chatId: string, reference: string): Promise<boolean> {
    const rows: unknown[] = await this.source.query('select from help_line where chat_id = $1 and picture = $2', [
      chatId,
      reference,
    ]);
    return rows.length > 0;
  }

  async addHandOver(
    tx: Transaction,
    chatId: string,
    over: { from: string; to: string | null; reason: string; at: Date },
  ): Promise<void> {
    await tx.query('insert into help_hand_over (chat_id, from_id, to_id, reason, at) values ($1, $2, $3, $4, $5)', [
      chatId,
      over.from,
      over.to,
      over.reason,
      over.at,
    ]);
  }

  handOvers(chatId: string): Promise<HandOverRow[]> {
    return this.source.query(
      `select f.login as "from", t.login as "to", h.reason, h.at
         from help_hand_over h join operator f on f.id = h.from_id left join operator t on t.id = h.to_id
        where h.chat_id = $1 order by h.id desc limit 20`,
      [chatId],
    );
  }

  /** Who may answer. */
  agents(): Promise<{ id: string; login: string }[]> {
    return this.source.query(
      `select id::text, login from operator where disabled_at is null and 'support' = any(roles) order by login limit 200`,
    );
  }

  async isAgent(tx: Transaction, operatorId: string): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select from operator where id = $1 and disabled_at is null and 'support' = any(roles)`,
      [operatorId],
    );
    return rows.length > 0;
  }

  templates(): Promise<TemplateRow[]> {
    return this.source.query(
      `select id::text, language, title, text from help_template where removed_at is null
        order by language, title, id limit ${TEMPLATES_MAX}`,
    );
  }

  /** Null: there are as many as there may be. */
  async addTemplate(
    tx: Transaction,
    template: Omit<TemplateRow, 'id'>,
    by: { operatorId: string; at: Date },
  ): Promise<string | null> {
    // Two at once would both count one place that is left.
    await tx.query(`select pg_advisory_xact_lock(hashtext('help_template'))`);
    const rows: { id: string }[] = await tx.query(
      `insert into help_template (language, title, text, changed_by, changed_at) select $1::text, $2::text, $3::text, $4::bigint, $5::timestamptz
        where (select count(*) from help_template where removed_at is null) < ${TEMPLATES_MAX} returning id::text`,
      [template.language, template.title, template.text, by.operatorId, by.at],
    );
    return rows[0]?.id ?? null;
  }

  async changeTemplate(
    tx: Transaction,
    { id, language, title, text }: TemplateRow,
    by: { operatorId: string; at: Date },
  ): Promise<boolean> {
    const [rows]: [unknown[], number] = await tx.query(
      `update help_template set language = $2, title = $3, text = $4, changed_by = $5, changed_at = $6
        where id = $1 and removed_at is null returning id`,
      [id, language, title, text, by.operatorId, by.at],
    );
    return rows.length > 0;
  }

  async removeTemplate(tx: Transaction, id: string, by: { operatorId: string; at: Date }): Promise<boolean> {
    const [rows]: [unknown[], number] = await tx.query(
      `update help_template set removed_at = $3, changed_by = $2, changed_at = $3
        where id = $1 and removed_at is null returning id`,
      [id, by.operatorId, by.at],
    );
    return rows.length > 0;
  }

  async setHours(
    tx: Transaction,
    { days, opensAt, closesAt }: HelpHours,
    by: { operatorId: string; at: Date },
  ): Promise<void> {
    await tx.query(
      `insert into help_hours (days, opens_at, closes_at, changed_by, changed_at) values ($1, $2, $3, $4, $5)
       on conflict (one) do update set days = excluded.days, opens_at = excluded.opens_at, closes_at = excluded.closes_at,
         changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
      [days, opensAt, closesAt, by.operatorId, by.at],
    );
  }
}
