import { Injectable } from '@nestjs/common';
import type { FuturesMarginMode } from '../../../contract/trading/futures.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import type { Book } from './positions.store.js';
import { PreferencesStore } from './preferences.store.js';

const DAY_MS = 86_400_000;

/** Defaults for an account's orders, and the limits that apply to it while it is new. */
export interface AccountTerms {
  marginMode: FuturesMarginMode;
  /** Until when the account counts as new, Unix milliseconds; null when it no longer does. */
  newUntil: number | null;
}

/** Reads the trading terms of an account for display. Orders are judged in the database, by the same row. */
@Injectable()
export class GetAccountTerms {
  constructor(
    private readonly preferences: PreferencesStore,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async execute(book: Book): Promise<AccountTerms> {
    const [mode, openedAt] = await Promise.all([
      this.preferences.marginMode(book),
      this.preferences.openedAt(book.userId),
    ]);
    const until = (openedAt?.getTime() ?? 0) + this.config.values.FUTURES_NEW_ACCOUNT_DAYS * DAY_MS;
    return { marginMode: mode ?? 'isolated', newUntil: until > this.clock.now() ? until : null };
  }
}
