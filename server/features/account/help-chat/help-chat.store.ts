import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { HelpAuthor, HelpNote, HelpState } from '../../../contract/account/help-chat.dto.js';
import { ALWAYS, type HelpHours } from '../../../contract/rules/help-hours.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface ChatRow {
  id: string;
  userId: string;
  state: HelpState;
  agentId: string | null;
  agentAt: Date | null;
  version: number;
  lines: number;
  readByUser: number;
  readByAgent: number;
}

export interface LineRow {
  id: string;
  chatId: string;
  number: number;
  author: HelpAuthor;
  agentId: string | null;
  text: string;
  masked: boolean;
  note: HelpNote | null;
  code: string | null;
  picture: string | null;
  at: Date;
}

export type NewLine = Omit<LineRow, 'id' | 'chatId' | 'number'>;

const CHAT = `id::text, user_id::text as "userId", state, agent_id::text as "agentId", agent_at as "agentAt", version, lines,
  read_by_user as "readByUser", read_by_agent as "readByAgent"`;
const LINE = `l.id::text, l.chat_id::text as "chatId", l.number, l.author, l.agent_id::text as "agentId", l.text, l.masked,
  l.note, l.code, l.picture, l.at`;

/** The SQL of chats and their lines. A chat is locked by whoever changes it, so its lines have numbers without a gap. */
@Injectable()
export class HelpChatStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The user's chat that is going on, a new one where there is none, locked until the transaction ends. Null: it was closed just now. */
  async lockOrOpen(tx: Transaction, userId: string, at: Date): Promise<ChatRow | null> {
    await tx.query(
      `insert into help_chat (user_id, state, opened_at, waiting_since, last_at) values ($1, 'waiting', $2, $2, $2)
       on conflict (user_id) where state <> 'closed' do nothing`,
      [userId, at],
    );
    return this.lockGoingOn(tx, userId);
  }

  async lockGoingOn(tx: Transaction, userId: string): Promise<ChatRow | null> {
    const rows: ChatRow[] = await tx.query(
      `select ${CHAT} from help_chat where user_id = $1 and state <> 'closed' for no key update`,
      [userId],
    );
    return rows[0] ?? null;
  }

  async lock(tx: Transaction, chatId: string): Promise<ChatRow | null> {
    const rows: ChatRow[] = await tx.query(`select ${CHAT} from help_chat where id = $1 for no key update`, [chatId]);
    return rows[0] ?? null;
  }

  /** How many lines the user has written lately. */
  async written(tx: Transaction, userId: string, at: Date): Promise<{ minute: number; day: number }> {
    const rows: { minute: number; day: number }[] = await tx.query(
      `select count(*) filter (where l.at > $2::timestamptz - interval '1 minute')::integer as minute,
              count(*)::integer as day
         from help_chat c join help_line l on l.chat_id = c.id
        where c.user_id = $1 and c.last_at > $2::timestamptz - interval '1 day' and l.author = 'user'
          and l.at > $2::timestamptz - interval '1 day'`,
      [userId, at],
    );
    return rows[0] ?? { minute: 0, day: 0 };
  }

  /** Adds the line to the locked chat. */
  async addLine(tx: Transaction, chat: ChatRow, line: NewLine): Promise<{ chat: ChatRow; line: LineRow }> {
    const [changed]: [ChatRow[], number] = await tx.query(
      `update help_chat set lines = lines + 1, version = version + 1, last_at = $2 where id = $1 returning ${CHAT}`,
      [chat.id, line.at],
    );
    const after = changed[0] as ChatRow;
    const { author, agentId, text, masked, note, code, picture, at } = line;
    const rows: { id: string }[] = await tx.query(
      `insert into help_line (chat_id, number, author, agent_id, text, masked, note, code, picture, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id::text`,
      [chat.id, after.lines, author, agentId, text, masked, note, code, picture, at],
    );
    const { id } = rows[0] as { id: string };
    return { chat: after, line: { id, chatId: chat.id, number: after.lines, ...line } };
  }

  /** In whose hands it is from now on; null: back into the queue. */
  async give(tx: Transaction, chatId: string, agentId: string | null, at: Date): Promise<ChatRow> {
    const [rows]: [ChatRow[], number] = await tx.query(
      `update help_chat set state = case when $2::bigint is null then 'waiting' else 'open' end, agent_id = $2,
         agent_at = case when $2::bigint is null then null else $3::timestamptz end,
         waiting_since = case when $2::bigint is null then $3 else waiting_since end, version = version + 1
        where id = $1 returning ${CHAT}`,
      [chatId, agentId, at],
    );
    return rows[0] as ChatRow;
  }

  async close(tx: Transaction, chatId: string, at: Date): Promise<ChatRow> {
    const [rows]: [ChatRow[], number] = await tx.query(
      `update help_chat set state = 'closed', agent_id = null, agent_at = null, closed_at = $2, version = version + 1
        where id = $1 returning ${CHAT}`,
      [chatId, at],
    );
    return rows[0] as ChatRow;
  }

  async touch(tx: Transaction, chatId: string, at: Date): Promise<void> {
    await tx.query('update help_chat set agent_at = $2 where id = $1', [chatId, at]);
  }

  /** What this side has seen; null where it had seen as much before. Never further than the last line. */
  async markRead(tx: Transaction, chatId: string, side: 'user' | 'agent', number: number): Promise<ChatRow | null> {
    const column = side === 'user' ? 'read_by_user' : 'read_by_agent';
    const [rows]: [ChatRow[], number] = await tx.query(
      `update help_chat set ${column} = least($2, lines), version = version + 1
        where id = $1 and ${column} < least($2, lines) returning ${CHAT}`,
      [chatId, number],
    );
    return rows[0] ?? null;
  }

  async picturesOf(tx: Transaction, chatId: string): Promise<string[]> {
    const rows: { picture: string }[] = await tx.query(
      'select picture from help_line where chat_id = $1 and picture is not null',
      [chatId],
    );
    return rows.map(({ picture }) => picture);
  }

  /** Pictures of chats that nobody closed and nobody has written in since the instant. */
  async idlePictures(tx: Transaction, before: Date, limit: number): Promise<string[]> {
    const rows: { picture: string }[] = await tx.query(
      `select l.picture from help_chat c
         join help_line l on l.chat_id = c.id and l.picture is not null
         join upload u on u.id = l.picture and u.state = 'used' and u.closed_at is null
        where c.state <> 'closed' and c.last_at <= $1
        order by l.picture limit $2`,
      [before, limit],
    );
    return rows.map(({ picture }) => picture);
  }

  /** The user's last chat, and how many wait before it. */
  async newest(tx: Transaction, userId: string): Promise<(ChatRow & { ahead: number }) | null> {
    const rows: (ChatRow & { ahead: number })[] = await tx.query(
      `select ${CHAT}, case when state = 'waiting' then (select count(*)::integer from help_chat w
                where w.state = 'waiting' and w.waiting_since < c.waiting_since) else 0 end as ahead
         from help_chat c where user_id = $1 order by c.id desc limit 1`,
      [userId],
    );
    return rows[0] ?? null;
  }

  /** The newest lines of all chats of the user, or those before a line; the newest first. */
  linesOf(tx: Transaction, userId: string, before: string | null, limit: number): Promise<LineRow[]> {
    return tx.query(
      `select ${LINE} from help_chat c join help_line l on l.chat_id = c.id
        where c.user_id = $1 and ($2::bigint is null or l.id < $2) order by l.id desc limit $3`,
      [userId, before, limit],
    );
  }

  /** The line with this code, where it was written to this user. */
  async byCode(userId: string, code: string): Promise<LineRow | null> {
    const rows: LineRow[] = await this.source.query(
      `select ${LINE} from help_line l join help_chat c on c.id = l.chat_id where l.code = $2 and c.user_id = $1`,
      [userId, code],
    );
    return rows[0] ?? null;
  }

  async hours(): Promise<HelpHours> {
    const rows: HelpHours[] = await this.source.query(
      'select days, opens_at as "opensAt", closes_at as "closesAt" from help_hours',
    );
    return rows[0] ?? ALWAYS;
  }

  /** Chats with answers from before the instant that their users have not seen, nor were told of; from now on they count as told. */
  async takeUnmailed(tx: Transaction, before: Date, limit: number): Promise<{ userId: string }[]> {
    const [rows]: [{ userId: string }[], number] = await tx.query(
      `update help_chat set mailed = lines where id = any(array(
         select c.id from help_chat c
          where c.lines > c.read_by_user and c.mailed <= c.read_by_user
            and exists (select from help_line l where l.chat_id = c.id and l.author = 'agent'
                         and l.number > c.read_by_user and l.at <= $1)
          order by c.id limit $2 for no key update skip locked))
       returning user_id::text as "userId"`,
      [before, limit],
    );
    return rows;
  }
}
