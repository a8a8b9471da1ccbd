import { Injectable } from '@nestjs/common';
import type { AnnouncedActListRequest, AnnouncedActPage } from '../../../contract/operations/announced-acts.dto.js';
import { ANNOUNCED_ACT_STATUSES } from '../../../contract/operations/words.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { announcedActView, AnnouncedActsStore } from '../review/index.js';

/** What waits before it takes effect, the next one first, and what became of the rest. */
@Injectable()
export class ListAnnouncedActs {
  constructor(private readonly store: AnnouncedActsStore) {}

  /** @throws Refusal `request.invalid` for a status that there is not. */
  async execute(request: AnnouncedActListRequest): Promise<AnnouncedActPage> {
    const { page, limit } = pageAsked(request);
    const status = announcedStatus(request);
    const [rows, total] = await Promise.all([
      this.store.list(status, limit, (page - 1) * limit),
      this.store.count(status),
    ]);
    return { list: rows.map(announcedActView), total, page, limit };
  }
}

/** What is asked for, `waiting` where nothing is; null: all. @throws Refusal `request.invalid` for a status that there is not. */
export function announcedStatus({ status: asked = 'waiting' }: Pick<AnnouncedActListRequest, 'status'>): string | null {
  const isKnown = asked === 'all' || ANNOUNCED_ACT_STATUSES.some((status) => status === asked);
  if (!isKnown) throw new Refusal('request.invalid', { field: 'status' });
  return asked === 'all' ? null : asked;
}
