import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AccountEventPayload } from '../../../contract/events.dto.js';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import type { OptionOrder } from './option-order.js';
import { OptionsStore } from './options.store.js';

/** More open orders than anybody has: the holding maximum allows no more of the smallest stake. */
const OPEN_MAX = 10_000;

/** The options' part of a user's state: the open orders, as `option.opened` tells of them. */
@Injectable()
export class OptionState implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: OptionsStore,
  ) {}

  onModuleInit(): void {
    this.parts.register('options', async (tx, userId) =>
      (await this.store.open(userId, OPEN_MAX, tx)).map(openedEvent),
    );
  }
}

function openedEvent(order: OptionOrder): AccountEventPayload<'option.opened'> {
  const { id, symbol, marketId, currencyId, demo, direction, seconds, stake, fee, payoutRatio, contract } = order;
  return {
    entity: `option:${id}`,
    entityVersion: 1,
    orderId: id,
    market: symbol,
    marketId,
    currencyId,
    demo,
    direction,
    seconds,
    stake,
    fee,
    payoutRatio,
    entryPrice: contract.entry,
    openedAt: order.openedAt,
    closesAt: contract.closesAt,
  };
}
