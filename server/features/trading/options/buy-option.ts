import { Injectable } from '@nestjs/common';
import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Command } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { refusalOf } from '../../wallet/ledger/index.js';
import { AskForSettlement } from '../option-settlement/index.js';
import { DraftOption, type OptionDraft, type OptionWish } from './draft-option.js';
import { OptionProducts } from './option-products.js';
import { boughtOrder, type OptionOrder } from './option-order.js';
import { newOrder, optionOpenedEvent } from './options-views.js';
import { OptionsStore } from './options.store.js';

export interface OptionOrderWish extends OptionWish {
  /** Of a preview; null: at the newest index. */
  quoteId: string | null;
  /**
   * The earliest sampling of the index that it may enter at, or by which its quote has not moved, Unix milliseconds; null: any
   * that is not stale.
   */
  entryFrom?: number | null;
  /** When it came, by which its quote was valid, Unix milliseconds; null: it comes now. */
  acceptedAt?: number | null;
  /** The client's own key of this command; null when it sends none. */
  key: string | null;
}

/** When an order that was drafted asks the database: it may have to wait for its turn, and not for ever. */
interface PurchaseTurn {
  take: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Whether it has waited for so long that the books would not take it any more. */
  isOver: () => boolean;
}

/** How long after its acceptance the books take an order (`option_order_begin`), whoever was late with it. */
const TAKEN_WITHIN_MS = 10_000;

const AT_ONCE: PurchaseTurn = { take: (work) => work(), isOver: () => false };

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
   * @returns the order as it was bought; a repetition answers the same, whatever has become of it and of the price.
   * @throws Refusal as {@link DraftOption.execute}; `verification.required` for real money of people who are not
   * verified; `options.insufficient-balance`, `options.holding-maximum`, `ledger.cancel-only`; `options.quote-expired` for
   * terms or an entry that the database does not know, `market.stale` while the tape is behind, `request.unavailable` where its
   * turn came too late.
   */
  async execute(
    { key, quoteId, entryFrom = null, acceptedAt = null, ...wish }: OptionOrderWish,
    turn = AT_ONCE,
  ): Promise<OptionOrder> {
    const { userId } = wish;
    const body = { ...wish, quoteId };
    const command: Command<OptionOrder> = {
      userId,
      route: 'microtrade/submit',
      key,
      body,
      waitsUntil: this.waitsUntil(quoteId),
      reply: boughtOrder,
    };
    let draft: OptionDraft;
    try {
      const movement = await this.draftOption.movement(wish, quoteId);
      draft = this.draftOption.execute(wish, { quoteId, entryFrom, acceptedAt, movement });
    } catch (error) {
      // Refused now, but perhaps it was bought before and only the reply was lost.
      if (!(error instanceof Refusal)) throw error;
      return turn.take(() => this.commands.replyOr(command, error));
    }
    return turn.take(() => {
      if (turn.isOver()) return this.commands.replyOr(command, new Refusal('request.unavailable'));
      return this.buy(command, draft);
    });
  }

  /** Until when an order by this quote that came in its time may be on its way to the books. */
  private waitsUntil(quoteId: string | null): number | null {
    const validUntil = quoteId === null ? null : this.draftOption.validUntil(quoteId);
    return validUntil === null ? null : validUntil + TAKEN_WITHIN_MS;
  }

  private async buy(command: Command<OptionOrder>, { purchase, currency }: OptionDraft): Promise<OptionOrder> {
    const { userId } = command;
    try {
      const bought = await this.commands.call(command, async (tx, { given, ...rest }) => {
        // Drafted before it had its turn: its term is counted from then.
        const claim = { ...rest, given: { ...given, at: new Date(purchase.openedAt) } };
        const order = newOrder(purchase, await this.store.reserveId(), userId, currency.code);
        const result = await this.store.buy(tx, claim, { order, opened: optionOpenedEvent(order) });
        this.outbox.announce(tx, [userId]);
        return result;
      });
      this.askForSettlement.at(purchase.contract.closesAt);
      return bought;
    } catch (error) {
      const state = sqlStateOf(error);
      if (state === 'OP001') {
        // By what may be held now, which this process may not have read yet.
        await this.products.reload();
        const now = this.products.currencies().find(({ id }) => id === currency.id) ?? currency;
        throw new Refusal('options.holding-maximum', { maximum: now.holdingMaximum });
      }
      if (state === 'OP002') throw new Refusal('verification.required');
      if (state === 'OP005') throw new Refusal('options.market-full');
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
