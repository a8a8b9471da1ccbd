import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import type { OptionOrderView } from '../../../contract/trading/options.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { FindUser } from '../../account/users/index.js';
import { optionOrderView } from './options-views.js';
import { OptionHistoryStore, type OptionQuery } from './option-history.store.js';

export interface OptionsAsked extends Omit<OptionQuery, 'now'> {
  language: Language;
  page: number;
  limit: number;
}

/** A user's orders, newest first. */
@Injectable()
export class ListOptions {
  constructor(
    private readonly store: OptionHistoryStore,
    private readonly findUser: FindUser,
    private readonly clock: Clock,
  ) {}

  async execute({
    language,
    page,
    limit,
    ...asked
  }: OptionsAsked): Promise<{ rows: OptionOrderView[]; total: number }> {
    const now = this.clock.now();
    const [{ orders, total }, account] = await Promise.all([
      this.store.list({ ...asked, now }, { limit, offset: (page - 1) * limit }),
      this.accountOf(asked.userId),
    ]);
    const reader = { language, now, account };
    return { rows: orders.map((order) => optionOrderView(order, reader)), total };
  }

  /** Name of the account for its owner. */
  async accountOf(userId: string): Promise<string> {
    return (await this.findUser.execute(userId))?.account ?? userId;
  }
}
