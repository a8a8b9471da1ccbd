import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FuturesMarginMode } from '../../../contract/trading/futures.dto.js';
import type { Book } from './positions.store.js';

/** Default margin modes of users. */
@Injectable()
export class PreferencesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async marginMode({ userId, demo }: Book): Promise<FuturesMarginMode | null> {
    const rows: { mode: FuturesMarginMode }[] = await this.source.query(
      'select margin_mode as mode from futures_preference where user_id = $1 and demo = $2',
      [userId, demo],
    );
    return rows[0]?.mode ?? null;
  }

  /** When the person's first account was opened: a sub-account is as old as its main one. */
  async openedAt(userId: string): Promise<Date | null> {
    const rows: { at: Date }[] = await this.source.query(
      'select created_at as at from account_user where id = person_of($1)',
      [userId],
    );
    return rows[0]?.at ?? null;
  }

  async preferMarginMode({ userId, demo }: Book, mode: FuturesMarginMode, at: Date): Promise<void> {
    await this.source.query(
      `insert into futures_preference (user_id, demo, margin_mode, updated_at) values ($1, $2, $3, $4)
       on conflict (user_id, demo) do update set margin_mode = excluded.margin_mode, updated_at = excluded.updated_at`,
      [userId, demo, mode, at],
    );
  }
}
