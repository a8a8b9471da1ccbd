import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';

export type LineKind = 'text' | 'picture' | 'note';

/** A line as it is to be written. */
export interface NewLine {
  /** What the room is about, `otc-order:17`. */
  room: string;
  /** As what somebody speaks: `buyer`, `desk`, `system`. */
  voice: string;
  userId?: string | null;
  operatorId?: string | null;
  kind: LineKind;
  body: string;
  /** Reference of a picture that was used for this room, and its digest. */
  picture?: { reference: string; digest: Buffer } | null;
  at: Date;
}

export interface LineRow {
  id: string;
  number: number;
  voice: string;
  userId: string | null;
  operatorId: string | null;
  kind: LineKind;
  body: string;
  uploadId: string | null;
  /** Hexadecimal. */
  digest: string | null;
  at: Date;
  /** Hexadecimal. */
  chain: string;
}

const COLUMNS = `id::text, number, voice, user_id as "userId", operator_id as "operatorId", kind, body,
  upload_id as "uploadId", encode(digest, 'hex') as digest, at, encode(chain, 'hex') as chain`;

/** The SQL of rooms: lines are added, and never changed. */
@Injectable()
export class RoomsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async add(tx: Transaction, { room, voice, kind, body, at, ...line }: NewLine): Promise<LineRow> {
    const { userId = null, operatorId = null, picture = null } = line;
    const rows: LineRow[] = await tx.query(
      `insert into room_line (room, number, voice, user_id, operator_id, kind, body, upload_id, digest, at, chain)
       values ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, ''::bytea) returning ${COLUMNS}`,
      [room, voice, userId, operatorId, kind, body, picture?.reference ?? null, picture?.digest ?? null, at],
    );
    return rows[0] as LineRow;
  }

  /** The first lines after a number, in order. */
  after(room: string, number: number, limit: number): Promise<LineRow[]> {
    return this.source.query(
      `select ${COLUMNS} from room_line l where l.room = $1 and l.number > $2 order by l.number limit $3`,
      [room, number, limit],
    );
  }

  /** The last lines before a number, in order; null: the last of all. */
  async before(room: string, number: number | null, limit: number): Promise<LineRow[]> {
    const rows: LineRow[] = await this.source.query(
      `select ${COLUMNS} from room_line l where l.room = $1 and ($2::integer is null or l.number < $2)
        order by l.number desc limit $3`,
      [room, number, limit],
    );
    return rows.reverse();
  }

  async line(room: string, number: number): Promise<LineRow | null> {
    const rows: LineRow[] = await this.source.query(
      `select ${COLUMNS} from room_line l where l.room = $1 and l.number = $2`,
      [room, number],
    );
    return rows[0] ?? null;
  }

  /** References of what was shown there. */
  async picturesOf(tx: Transaction, room: string): Promise<string[]> {
    const rows: { id: string }[] = await tx.query(
      'select upload_id as id from room_line where room = $1 and upload_id is not null order by upload_id',
      [room],
    );
    return rows.map(({ id }) => id);
  }

  /** How many lines the voice has written there. */
  async count(tx: Transaction, room: string, voice: string): Promise<number> {
    const rows: { count: number }[] = await tx.query(
      'select count(*)::integer as count from room_line where room = $1 and voice = $2',
      [room, voice],
    );
    return rows[0]?.count ?? 0;
  }
}
