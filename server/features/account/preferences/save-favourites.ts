import { Injectable } from '@nestjs/common';
import { FAVOURITES_MAX } from '../../../contract/rules/preferences.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type LookChoice, PreferencesStore } from './preferences.store.js';

const AS_IT_IS: LookChoice = { directionColours: null, appearance: null, tabs: null, layout: {} };

/** One favourite more or less. Said twice, or by two devices, it is the same as once. */
@Injectable()
export class SaveFavourites {
  constructor(
    private readonly store: PreferencesStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `markets.unknown-symbol`, `account.favourites-full`. */
  async add(userId: string, symbol: string): Promise<void> {
    const at = new Date(this.clock.now());
    await this.transactions.run(async (tx) => {
      await this.store.change(tx, userId, AS_IT_IS, at);
      const { isMarket, others } = await this.store.placeFor(tx, userId, symbol);
      if (!isMarket) throw new Refusal('markets.unknown-symbol');
      if (others >= FAVOURITES_MAX) throw new Refusal('account.favourites-full', { most: FAVOURITES_MAX });
      await this.store.add(tx, userId, { symbols: [symbol], most: FAVOURITES_MAX, at });
    });
  }

  /** Of a market that is gone, too. */
  async remove(userId: string, symbol: string): Promise<void> {
    const at = new Date(this.clock.now());
    await this.transactions.run(async (tx) => {
      await this.store.change(tx, userId, AS_IT_IS, at);
      await this.store.remove(tx, userId, symbol);
    });
  }
}
