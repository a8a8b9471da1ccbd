import { Injectable } from '@nestjs/common';
import type { FuturesMarginMode } from '../../../contract/trading/futures.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { PreferencesStore } from './preferences.store.js';
import type { Book } from './positions.store.js';

/** Sets the default margin mode for orders without one. Open positions keep theirs. */
@Injectable()
export class PreferMarginMode {
  constructor(
    private readonly store: PreferencesStore,
    private readonly clock: Clock,
  ) {}

  async execute(book: Book, mode: FuturesMarginMode): Promise<void> {
    await this.store.preferMarginMode(book, mode, new Date(this.clock.now()));
  }
}
