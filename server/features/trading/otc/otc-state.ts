import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { otcEventOf } from './note-otc-order.js';
import { OtcOrdersStore } from './otc-orders.store.js';

/** Open orders between users in a user's whole state. */
@Injectable()
export class OtcState implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: OtcOrdersStore,
  ) {}

  onModuleInit(): void {
    this.parts.register('c2c', async (tx, userId) =>
      (await this.store.openOf(tx, userId)).map((order) =>
        otcEventOf(order, order.buyerId === userId ? 'buy' : 'sell', null),
      ),
    );
  }
}
