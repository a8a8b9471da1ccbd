import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { DataExportView } from '../../../contract/account/data-exports.dto.js';
import { DATA_EXPORTS_SHOWN } from '../../../contract/rules/data-exports.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { CheckFundPassword } from '../security/index.js';
import { type Caller, wireTime } from '../users/index.js';
import { DataExportsStore } from './data-exports.store.js';
import { SealParts } from './seal-parts.js';

export interface DataExportFile {
  name: string;
  bytes: number;
  stream: Readable;
}

/** The files that a user asked for, and each as long as its time lasts. */
@Injectable()
export class ReadDataExports {
  constructor(
    private readonly store: DataExportsStore,
    private readonly sealParts: SealParts,
    private readonly checkFundPassword: CheckFundPassword,
    private readonly clock: Clock,
  ) {}

  async list(userId: string): Promise<DataExportView[]> {
    const now = this.clock.now();
    const rows = await this.store.list(userId, DATA_EXPORTS_SHOWN);
    return rows.map(({ id, state, askedAt, readyAt, expiresAt, bytes }) => ({
      id,
      state: shown(state, expiresAt, now),
      asked_at: wireTime(askedAt),
      ready_at: readyAt ? wireTime(readyAt) : '',
      expires_at: expiresAt ? wireTime(expiresAt) : '',
      bytes: Number.parseInt(bytes, 10),
    }));
  }

  /**
   * What the file was asked for with takes it, too: whoever has the session alone while a file is kept gets none.
   * @throws Refusal `data-export.unknown` for another's, and for one whose time is over; those of
   * {@link CheckFundPassword.toLetGo}.
   */
  async file(
    userId: string,
    id: string,
    { fundPassword, caller }: { fundPassword: string; caller: Caller },
  ): Promise<DataExportFile> {
    await this.checkFundPassword.toLetGo(userId, fundPassword, caller);
    const found = await this.store.ready(userId, id, new Date(this.clock.now()));
    if (!found) throw new Refusal('data-export.unknown');
    const bytes = Number.parseInt(found.bytes, 10);
    const stream = Readable.from(this.sealParts.open(id, bytes), { objectMode: false });
    return { name: `account-${userId}-${id}.json`, bytes, stream };
  }
}

/** What is written is being told of: its owner still waits. What has expired is gone before it is removed. */
function shown(state: string, expiresAt: Date | null, now: number): string {
  if (state === 'written') return 'waiting';
  return state === 'ready' && expiresAt !== null && expiresAt.getTime() <= now ? 'gone' : state;
}
