import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import type { OptionOrderView } from '../../../contract/trading/options.dto.js';
import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Command } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { refusalOf } from '../../wallet/ledger/index.js';
import { AskForSettlement } from '../option-settlement/index.js';
import { DraftOption, type OptionDraft, type OptionWish } from './draft-option.js';
import { OptionProducts } from './option-products.js';
import { newOrder, optionOrderView } from './options-views.js';
import { OptionsStore } from './options.store.js';

export interface OptionOrderWish extends OptionWish {
  language: Language;
  /** Of a preview; null: at the index of this second. */
  quoteId: string | null;
  /** The client's own key of this command; null when it sends none. */
  key: string | null;
}

/** Stands for the order's number until the database has given it. */
const ORDER_ID = '@order@';

/** Buys an option: stake and fee go into the order's hold, and its rule is fixed for good. */
@Injectable()
export class BuyOption {
  constructor(
    private readonly draftOption: DraftOption,
    private readonly store: OptionsStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
    private readonly askForSettlement: AskForSettlement,
    private readonly products: OptionProducts,
  ) {}

  /**
   * @returns the order; a repetition answers what the first one did, whatever the price has done meanwhile.
   * @throws Refusal as {@link DraftOption.execute}; `verification.required` for real money of people who are not
   * verified; `options.insufficient-balance`, `options.holding-maximum`, `ledger.cancel-only`; `options.quote-expired` for
   * terms or an entry that the database does not know, `market.stale` while the tape is behind.
   */
  async execute({ language, key, quoteId, ...wish }: OptionOrderWish): Promise<OptionOrderView> {
    const { userId } = wish;
    const command: Command = { userId, route: 'microtrade/submit', key, body: { ...wish, quoteId } };
    let draft: OptionDraft;
    try {
      draft = this.draftOption.execute(wish, quoteId);
    } catch (error) {
      // Refused now, but perhaps it was bought before and only the reply was lost.
      const reply = error instanceof Refusal ? await this.commands.replyOf<OptionOrderView>(command) : null;
      if (reply === null) throw error;
      return reply;
    }
    return this.buy(command, draft, language);
  }

  private async buy(command: Command, { purchase, currency }: OptionDraft, language: Language) {
    const { userId } = command;
    const order = newOrder(purchase, ORDER_ID, userId, currency.code);
    const reply = optionOrderView(order, { language, now: purchase.openedAt, account: '' });
    const { holdingMaximum } = currency;
    try {
      const bought = await this.commands.call(command, reply, async (tx, claim, text) => {
        const replied = await this.store.buy(tx, claim, text, { purchase, holdingMaximum });
        this.outbox.announce(tx, [userId]);
        return replied;
      });
      this.askForSettlement.at(purchase.contract.closesAt);
      return bought;
    } catch (error) {
      const state = sqlStateOf(error);
      if (state === 'OP001') throw new Refusal('options.holding-maximum', { maximum: holdingMaximum });
      if (state === 'OP002') throw new Refusal('verification.required');
      if (state === 'OP004') throw new Refusal('market.stale');
      if (state === 'OP003') {
        // A forged quote, or terms that were changed and that this process has not read yet.
        await this.products.reload();
        throw new Refusal('options.quote-expired');
      }
      throw purchaseRefusal(refusalOf(error));
    }
  }
}

function purchaseRefusal(error: unknown): unknown {
  const isShort = error instanceof Refusal && error.code === 'ledger.insufficient-balance';
  return isShort ? new Refusal('options.insufficient-balance') : error;
}
