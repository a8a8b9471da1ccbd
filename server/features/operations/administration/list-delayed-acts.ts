import { Injectable } from '@nestjs/common';
import type { DelayedActListRequest, DelayedActPage } from '../../../contract/operations/delayed-acts.dto.js';
import { DELAYED_ACT_STATUSES } from '../../../contract/operations/words.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { delayedActView, DelayedActsStore } from '../review/index.js';

/** What waits before it takes effect, the next one first, and what became of the rest. */
@Injectable()
export class ListDelayedActs {
  constructor(private readonly store: DelayedActsStore) {}

  /** @throws Refusal `request.invalid` for a status that there is not. */
  async execute(request: DelayedActListRequest): Promise<DelayedActPage> {
    const { page, limit } = pageAsked(request);
    const asked = request.status ?? 'waiting';
    const isKnown = asked === 'all' || DELAYED_ACT_STATUSES.some((status) => status === asked);
    if (!isKnown) throw new Refusal('request.invalid', { field: 'status' });
    const status = asked === 'all' ? null : asked;
    const [rows, total] = await Promise.all([
      this.store.list(status, limit, (page - 1) * limit),
      this.store.count(status),
    ]);
    return { list: rows.map(delayedActView), total, page, limit };
  }
}
