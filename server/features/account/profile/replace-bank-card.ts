import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { type BankCard, BankCardsStore } from './bank-cards.store.js';
import { NewDestinationWait } from './new-destination-wait.js';
import { PaymentPictures } from './payment-pictures.js';

/** Puts a card in the place of the one before, with the pictures of the codes that its owner is paid by. */
@Injectable()
export class ReplaceBankCard {
  constructor(
    private readonly cards: BankCardsStore,
    private readonly pictures: PaymentPictures,
    private readonly wait: NewDestinationWait,
  ) {}

  /**
   * A form that shows the card sends its pictures along: those that are there already stay.
   * @param isPlain bound by a login of a moment ago alone.
   * @throws Refusal `uploads.unknown`.
   */
  async execute(tx: Transaction, userId: string, card: BankCard, isPlain: boolean): Promise<void> {
    const former = picturesOf(await this.cards.find(userId, tx));
    const given = picturesOf(card);
    const added = given.filter((picture) => !former.includes(picture));
    const replaced = former.filter((picture) => !given.includes(picture));
    if (added.length + replaced.length > 0) await this.pictures.change(tx, userId, { added, replaced });
    await this.cards.save(tx, userId, card, { ...this.wait.times(isPlain), isPlain });
  }
}

function picturesOf(card: Pick<BankCard, 'alipayQr' | 'wechatQr'> | null): string[] {
  return card ? [card.alipayQr, card.wechatQr].filter((picture) => picture !== null) : [];
}
