import { Injectable } from '@nestjs/common';
import type { OrderWish } from './quote-order.js';
import { isReducing, type ReduceWish } from './quote-reduce.js';
import { ReducePositions } from './reduce-positions.js';
import { SubmitOrder } from './submit-order.js';

/** Dispatches an order to opening or to reducing. */
@Injectable()
export class PlaceOrder {
  constructor(
    private readonly submitOrder: SubmitOrder,
    private readonly reducePositions: ReducePositions,
  ) {}

  /** @throws Refusal those of {@link SubmitOrder} or of {@link ReducePositions}. */
  execute(wish: OrderWish | ReduceWish, key: string | null): Promise<void> {
    return isReducing(wish) ? this.reducePositions.execute(wish, key) : this.submitOrder.execute(wish, key);
  }
}
