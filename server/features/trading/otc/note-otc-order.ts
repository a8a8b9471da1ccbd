import { Injectable } from '@nestjs/common';
import type { AccountEventPayload } from '../../../contract/events.dto.js';
import type { OtcEvent } from '../../../contract/rules/otc-order.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Outbox, type OutboxEvent } from '../../../platform/outbox/outbox.js';
import { RoomsStore } from '../../account/rooms/index.js';
import { BalanceEvents } from '../../wallet/balances/index.js';
import { type Leg, Ledger, type UserAccountKind } from '../../wallet/ledger/index.js';
import { otcStateOf } from './otc-progress.rules.js';
import { type OtcDoer, type OtcOrderRow, OtcOrdersStore } from './otc-orders.store.js';
import type { EscrowMove } from './step-otc-order.js';

export interface OtcNote {
  /** As it stands after the step. */
  order: OtcOrderRow;
  from: number;
  event: OtcEvent;
  doer: OtcDoer;
  at: Date;
  /** The coins that the step moves; null where it moves none. */
  money: EscrowMove | null;
  after?: ((order: OtcOrderRow, at: Date) => Promise<void>) | undefined;
}

/** Does what every step of an order does: moves its coins, writes it down, says it in the room and tells both. */
@Injectable()
export class NoteOtcOrder {
  constructor(
    private readonly store: OtcOrdersStore,
    private readonly rooms: RoomsStore,
    private readonly ledger: Ledger,
    private readonly balances: BalanceEvents,
    private readonly outbox: Outbox,
  ) {}

  /** @throws Refusal `otc.seller-short`. */
  async execute(tx: Transaction, { order, from, event, doer, at, money, after }: OtcNote): Promise<void> {
    const moved = money === null ? [] : await this.move(tx, order, money, at);
    await this.store.note(tx, order, { from, event, doer, at });
    await this.rooms.add(tx, { room: roomOf(order.id), voice: 'system', kind: 'note', body: event, at });
    await after?.(order, at);
    await this.outbox.appendAll(tx, [...moved, ...otcEvents(order, event)]);
  }

  private async move(tx: Transaction, order: OtcOrderRow, money: EscrowMove, at: Date): Promise<OutboxEvent[]> {
    const { id, currencyId } = order;
    const legs = legsOf(order, money);
    const { reason } = money;
    const { journalId } = await this.post(tx, { reason, reference: id, at: at.getTime(), legs });
    const events: OutboxEvent[] = [];
    for (const userId of new Set(legs.map(({ owner }) => owner as string))) {
      const moves = legs
        .filter(({ owner }) => owner === userId)
        .map(({ kind, amount }) => ({ account: kind as UserAccountKind, currencyId, delta: amount }));
      events.push(...(await this.balances.of(tx, { userId, reason, journalId, moves })));
    }
    return events;
  }

  private async post(tx: Transaction, journal: { reason: string; reference: string; at: number; legs: Leg[] }) {
    try {
      return await this.ledger.post(tx, journal);
    } catch (error) {
      // Said to a buyer, the balance would be somebody else's.
      if (error instanceof Refusal && error.code === 'ledger.insufficient-balance')
        throw new Refusal('otc.seller-short');
      throw error;
    }
  }
}

/** The room of an order. */
export function roomOf(orderId: string): string {
  return `otc-order:${orderId}`;
}

function legsOf({ sellerId, buyerId, currencyId }: OtcOrderRow, { hold, to, amount }: EscrowMove): Leg[] {
  const frozen = { owner: sellerId, kind: 'spot_frozen' as const, currencyId, hold };
  const owner = to === 'buyer' ? buyerId : sellerId;
  const free = { owner, kind: 'spot' as const, currencyId };
  return to === null
    ? [
        { ...free, amount: `-${amount}` },
        { ...frozen, amount },
      ]
    : [
        { ...frozen, amount: `-${amount}` },
        { ...free, amount },
      ];
}

/** What both are told of an order as it stands. */
export function otcEvents(order: OtcOrderRow, event: OtcEvent | null): OutboxEvent[] {
  const payloads: [string, AccountEventPayload<'c2c'>][] = [
    [order.buyerId, otcEventOf(order, 'buy', event)],
    [order.sellerId, otcEventOf(order, 'sell', event)],
  ];
  return payloads.map(([userId, payload]) => ({ userId, kind: 'c2c', payload }));
}

export function otcEventOf(
  order: OtcOrderRow,
  side: 'buy' | 'sell',
  event: OtcEvent | null,
): AccountEventPayload<'c2c'> {
  const { id, version, currencyId, quantity, amount, fiat, payUntil, status } = order;
  return {
    entity: `otc-order:${id}`,
    entityVersion: version,
    orderId: id,
    side,
    state: otcStateOf(status),
    event,
    currencyId,
    quantity,
    fiat,
    amount,
    payUntil: payUntil.getTime(),
  };
}
