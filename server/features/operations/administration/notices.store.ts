import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { LANGUAGES } from '../../../contract/errors.js';
import type { AccountEventPayload } from '../../../contract/events.dto.js';
import type { NoticeTextView } from '../../../contract/operations/settings.dto.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface NoticeRow {
  id: string;
  texts: NoticeTextView[];
  publishedBy: string;
  publishedAt: Date;
  delivered: number;
  finished: boolean;
}

export interface OpenNotice {
  id: string;
  texts: NoticeTextView[];
  publishedAt: Date;
  lastUser: string;
  upToUser: string;
}

export interface Reader {
  id: string;
  language: string;
}

/** The kind under which these stand in the users' notices. */
const ANNOUNCEMENT = 'announcement';

/** In each language once, as an operator wrote it. */
const noticeTexts: z.ZodType<NoticeTextView[]> = z.array(
  z.object({ language: z.enum(LANGUAGES), title: z.string(), text: z.string() }),
);

function read<Row extends { texts: NoticeTextView[] }>(row: Row): Row {
  return { ...row, texts: storedJson(noticeTexts, row.texts, 'operator_notice.texts') };
}

/** The SQL of notices to every user. */
@Injectable()
export class NoticesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** To whoever is a user now, by the operator who proposed it. */
  async insert(tx: Transaction, texts: NoticeTextView[], proposalId: string, at: Date): Promise<void> {
    await tx.query(
      `insert into operator_notice (texts, published_by, published_at, up_to_user)
       select $1, p.proposed_by, $3, (select coalesce(max(id), 0) from account_user)
         from operator_proposal p where p.id = $2`,
      [JSON.stringify(texts), proposalId, at],
    );
  }

  async list(limit: number, offset: number): Promise<NoticeRow[]> {
    const rows: NoticeRow[] = await this.source.query(
      `select n.id, n.texts, o.login as "publishedBy", n.published_at as "publishedAt", n.delivered,
              n.finished_at is not null as finished
         from operator_notice n join operator o on o.id = n.published_by order by n.id desc limit $1 offset $2`,
      [limit, offset],
    );
    return rows.map(read);
  }

  async count(): Promise<number> {
    const rows: { count: number }[] = await this.source.query('select count(*)::integer as count from operator_notice');
    return rows[0]?.count ?? 0;
  }

  /** The oldest that is not delivered yet and that nobody else delivers now, locked until the transaction ends. */
  async lockOpen(tx: Transaction): Promise<OpenNotice | null> {
    const rows: OpenNotice[] = await tx.query(
      `select id, texts, published_at as "publishedAt", last_user as "lastUser", up_to_user as "upToUser"
         from operator_notice where finished_at is null order by id limit 1 for update skip locked`,
    );
    return rows[0] ? read(rows[0]) : null;
  }

  readers(tx: Transaction, { lastUser, upToUser }: OpenNotice, limit: number): Promise<Reader[]> {
    return tx.query(
      'select id, language from account_user where id > $1 and id <= $2 order by account_user.id limit $3',
      [lastUser, upToUser, limit],
    );
  }

  /** Writes the lines of the users' notices; answers their numbers in the users' order. */
  async notify(
    tx: Transaction,
    lines: { userId: string; parameters: Record<string, string> }[],
    at: Date,
  ): Promise<{ userId: string; event: AccountEventPayload<'notice'> }[]> {
    return tx.query(
      `insert into account_notice (user_id, kind, parameters, at)
       select given.user_id, $1, given.parameters, $2
         from unnest($3::bigint[], $4::jsonb[]) as given (user_id, parameters)
       returning user_id as "userId", notice_event(p_notice => id, p_kind => kind,
         p_parameters => jsonb_build_object('title', parameters->'title')) as event`,
      [ANNOUNCEMENT, at, lines.map(({ userId }) => userId), lines.map(({ parameters }) => JSON.stringify(parameters))],
    );
  }

  async noteDelivered(
    tx: Transaction,
    id: string,
    { lastUser, count, finishedAt }: { lastUser: string; count: number; finishedAt: Date | null },
  ): Promise<void> {
    await tx.query(
      'update operator_notice set last_user = $2, delivered = delivered + $3, finished_at = $4 where id = $1',
      [id, lastUser, count, finishedAt],
    );
  }
}
