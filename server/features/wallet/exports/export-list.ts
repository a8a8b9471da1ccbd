import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import type { Language } from '../../../contract/errors.js';
import {
  EXPORT_DAYS_MAX,
  EXPORT_ROWS_MAX,
  type ExportFormat,
  type ExportRequest,
  SUB_ACCOUNT_LISTS,
  UTC_DAY_LISTS,
} from '../../../contract/wallet/exports.dto.js';
import { SubAccounts } from '../../account/sub-accounts/index.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ExportPlaces } from './export-places.js';
import { rangeOf } from './export-range.rules.js';
import { ExportSources } from './export-sources.js';
import { csvOf, pdfOf, type Sheet } from './write-export.js';

export interface ExportedFile {
  name: string;
  contentType: string;
  stream: Readable;
}

const TYPES = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const;
/** Whoever has read nothing for so long is not reading any more. */
const STALLED_MS = 60_000;
/** Whoever takes longer for a file of a year reads it as slowly as they can: there are few places, and others want one. */
const LONGEST_MS = 600_000;
const LOOK_MS = 5000;

/** One of a user's lists as a file, made while it is read. */
@Injectable()
export class ExportList {
  constructor(
    private readonly sources: ExportSources,
    private readonly places: ExportPlaces,
    private readonly subAccounts: SubAccounts,
  ) {}

  /**
   * @throws Refusal `request.invalid` for the zone, and for a list that a sub-account does not have, `sub-account.unknown`, `exports.range`, `exports.too-many-rows`,
   *   `exports.one-at-a-time`, `request.unavailable`.
   */
  async execute(userId: string, language: Language, asked: ExportRequest): Promise<ExportedFile> {
    const { list: name, format, from, to } = asked;
    const range = rangeOf({ ...asked, inUtc: UTC_DAY_LISTS.includes(name) });
    if (range === 'zone') throw new Refusal('request.invalid', { field: 'zone' });
    if (range === 'days') throw new Refusal('exports.range', { days: String(EXPORT_DAYS_MAX) });
    const subId = asked.sub_account_id;
    if (subId !== undefined && !SUB_ACCOUNT_LISTS.includes(name))
      throw new Refusal('request.invalid', { field: 'list' });
    const ownerId = subId === undefined ? userId : (await this.subAccounts.one(userId, subId)).id;
    const leave = this.places.take(userId);
    try {
      const demo = isDemoAccount(asked.account_type);
      const query = { userId: ownerId, demo, since: new Date(range.since), until: new Date(range.until), from, to };
      const most = EXPORT_ROWS_MAX[format];
      const { columns, rows } = await this.sources.open(name, query, most);
      if (rows.count > most) throw new Refusal('exports.too-many-rows', { maximum: String(most) });
      const { zone, dayZone } = range;
      const subAccount = subId === undefined ? null : ownerId;
      const sheet: Sheet = { list: name, columns, rows, language, zone, dayZone, from, to, demo, subAccount };
      const stream = format === 'csv' ? csvOf(sheet) : await pdfOf(sheet);
      stream.once('close', leave);
      endWhenStalled(stream);
      return { name: fileName(sheet, format), contentType: TYPES[format], stream };
    } catch (error) {
      leave();
      throw error;
    }
  }
}

/** Whose it is and of which money stands in the name: a file for spreadsheet programs says so nowhere else. */
function fileName({ list, from, to, subAccount, demo }: Sheet, format: ExportFormat): string {
  const parts = [list.replace('.', '-'), from, to];
  if (subAccount !== null) parts.push(`sub-${subAccount}`);
  if (demo) parts.push('demo');
  return `${parts.join('_')}.${format}`;
}

/**
 * A reader that stops reading would keep the place of its user, and the rows that wait for it, for ever; so would one that
 * never began, and one that takes a little all the time.
 */
export function endWhenStalled(stream: Readable, stalledMs = STALLED_MS): void {
  let openMs = 0;
  let quietMs = 0;
  let waiting = -1;
  const timer = setInterval(() => {
    openMs += LOOK_MS;
    const isUnread = stream.readableFlowing === null;
    quietMs = isUnread || (stream.readableLength === waiting && waiting > 0) ? quietMs + LOOK_MS : 0;
    waiting = stream.readableLength;
    if (quietMs < stalledMs && openMs < LONGEST_MS) return;
    // An error says to whoever reads that the file is broken; where nobody does, nobody would hear it.
    const why = quietMs < stalledMs ? 'The file is read too slowly.' : 'Nobody reads the file.';
    stream.destroy(isUnread ? undefined : new Error(why));
  }, LOOK_MS).unref();
  stream.once('close', () => clearInterval(timer));
}
