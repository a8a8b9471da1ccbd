import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { CheckFundPassword } from '../../account/security/index.js';
import type { Caller } from '../../account/users/index.js';
import { AdvertsStore } from './adverts.store.js';
import { DraftOtcOrder, type OtcWish } from './draft-otc-order.js';
import { HoldOtcOrder } from './hold-otc-order.js';
import { OpenBook } from './open-book.js';

export interface OtcTaking {
  wish: OtcWish;
  /** The fund password of who sells; null: none was sent. */
  fundPassword: string | null;
  caller: Caller;
  key: string | null;
}

/**
 * Takes an advert. Who sells does it by the fund password and names the price: the coins are held at once, and a stolen
 * session would sell them to an accomplice for nothing. Locks: the taker, the new order, its advert, the accounts.
 */
@Injectable()
export class PlaceOtcOrder {
  constructor(
    private readonly draftOtcOrder: DraftOtcOrder,
    private readonly openBook: OpenBook,
    private readonly holdOtcOrder: HoldOtcOrder,
    private readonly adverts: AdvertsStore,
    private readonly checkFundPassword: CheckFundPassword,
    private readonly commands: IdempotentCommands,
  ) {}

  /**
   * @returns the order's number.
   * @throws Refusal those of {@link DraftOtcOrder}, {@link OpenBook} and {@link HoldOtcOrder}; of who sells `request.invalid`
   * without a price, and those of `CheckFundPassword`.
   */
  execute({ wish, fundPassword, caller, key }: OtcTaking): Promise<string> {
    const { userId } = wish;
    const command = { userId, route: 'ctc/order/add', key, body: { ...wish }, reply: TEXT_REPLY };
    const prove = () => this.prove(wish, fundPassword, caller);
    return this.commands.runAfter(command, prove, async (tx) => {
      const at = await this.openBook.begin(tx, userId);
      await this.openBook.mayTake(tx, userId, at);
      const draft = await this.draftOtcOrder.execute(wish, tx);
      await this.openBook.mayBuy(tx, { takerId: userId, draft, at });
      return this.holdOtcOrder.execute(tx, { draft, takerId: userId, at });
    });
  }

  /** Of who buys nothing is asked. What would be refused anyway is no try of the password. */
  private async prove(wish: OtcWish, fundPassword: string | null, caller: Caller): Promise<void> {
    const advert = await this.adverts.find(wish.advertId);
    if (advert?.side !== 'buy') return;
    await this.draftOtcOrder.execute(wish);
    if (wish.shownPrice === null) throw new Refusal('request.invalid', { field: 'price' });
    await this.checkFundPassword.toLetGo(wish.userId, fundPassword ?? '', caller);
  }
}
