import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import {
  isOtcOpen,
  judgeOtcStep,
  type OtcEscrow,
  type OtcEvent,
  type OtcProblem,
} from '../../../contract/rules/otc-order.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { WriteInRoom } from '../../account/rooms/index.js';
import { NoteOtcOrder, roomOf } from './note-otc-order.js';
import { AdvertsStore } from './adverts.store.js';
import { otcProgressAfter, otcTimesOf } from './otc-progress.rules.js';
import { type OtcDoer, type OtcOrderRow, OtcOrdersStore } from './otc-orders.store.js';

export interface OtcWork {
  orderId: string;
  event: OtcEvent;
  /** Who does it: a user, whose side follows from the order; the clock; or an operator. */
  by: { userId: string } | 'clock' | { operatorId: string };
  /** Of an appeal. */
  reason?: string;
  /** Once the step is taken, before any account is locked. */
  before?: (order: OtcOrderRow) => Promise<void>;
  /** After everything has changed, and before the two are told. */
  after?: (order: OtcOrderRow, at: Date) => Promise<void>;
}

const PROBLEMS = {
  state: 'otc.wrong-state',
  early: 'otc.too-early',
  late: 'otc.too-late',
  once: 'otc.used-once',
} as const satisfies Record<OtcProblem, string>;

/**
 * Takes an order one step further, by the one table of states, actors and events. Locks: the order, its advert where coins go
 * back to it or are held again, the pictures of its room where that ends or goes on, the accounts, the two streams.
 */
@Injectable()
export class StepOtcOrder {
  constructor(
    private readonly store: OtcOrdersStore,
    private readonly adverts: AdvertsStore,
    private readonly noteOtcOrder: NoteOtcOrder,
    private readonly writeInRoom: WriteInRoom,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Refusal `otc.not-found` also for who has no part in it; `otc.wrong-state`, `otc.too-early`, `otc.too-late`,
   * `otc.used-once`; `otc.seller-short` where coins are to be held again that the seller does not have.
   */
  async execute(tx: Transaction, { orderId, event, by, reason, before, after }: OtcWork): Promise<OtcOrderRow> {
    const order = await this.store.lock(tx, orderId);
    const doer = order && doerOf(order, by);
    if (!order || !doer) throw new Refusal('otc.not-found');
    const at = await this.store.instant(tx, new Date(this.clock.now()));
    const { step, problem } = judgeOtcStep(otcTimesOf(order), doer.actor, event, at.getTime());
    if (problem !== null) throw new Refusal(PROBLEMS[problem]);
    const next = otcProgressAfter(order, { step, at, reason: reason ?? null });
    const moved = await this.store.move(tx, orderId, next, at);
    if (event === 'reopen' || step.escrow === 'to-seller') await this.adverts.recount(tx, order.advertId);
    if (event === 'reopen') await this.writeInRoom.resume(tx, roomOf(orderId));
    else if (!isOtcOpen(step.to)) await this.writeInRoom.end(tx, roomOf(orderId));
    await before?.(moved);
    const money = escrowMove(moved, step.escrow);
    await this.noteOtcOrder.execute(tx, { order: moved, from: order.status, event, doer, at, money, after });
    return moved;
  }
}

/** The side of who does it; null: no side at all. */
function doerOf(order: OtcOrderRow, by: OtcWork['by']): OtcDoer | null {
  if (by === 'clock') return { actor: 'clock' };
  if ('operatorId' in by) return { actor: 'desk', operatorId: by.operatorId };
  if (by.userId === order.buyerId) return { actor: 'buyer', userId: by.userId };
  return by.userId === order.sellerId ? { actor: 'seller', userId: by.userId } : null;
}

export interface EscrowMove {
  reason: string;
  /** What holds the coins. */
  hold: string;
  /** Who gets them out of it; null: they go into it. */
  to: 'buyer' | 'seller' | null;
  amount: DecimalText;
}

/** The coins' way of a step. What is held again has a hold, and a return, of its own: both happen once. */
export function escrowMove({ id, quantity: amount, reopened }: OtcOrderRow, escrow: OtcEscrow): EscrowMove | null {
  const hold = `${reopened ? 'otc-order-again' : 'otc-order'}:${id}`;
  if (escrow === 'hold') return null;
  if (escrow === 'lock') return { reason: reopened ? 'otc.escrow-again' : 'otc.escrow', hold, to: null, amount };
  if (escrow === 'to-buyer') return { reason: 'otc.release', hold, to: 'buyer', amount };
  return { reason: reopened ? 'otc.return-again' : 'otc.return', hold, to: 'seller', amount };
}
