import type { AlertKind } from '../../contract/rules/price-alert.rules.js';
import {
  AmendOrder,
  CancelOrder,
  ClosingOrders,
  PlaceOrder,
  ReversePosition,
} from '../../features/trading/futures-orders/index.js';
import { ManagePriceAlerts } from '../../features/trading/price-alerts/manage-price-alerts.js';
import { SavePriceAlert } from '../../features/trading/price-alerts/save-price-alert.js';
import { Refusal } from '../../platform/http/refusal.js';
import type { FuturesWorld } from './futures-world.js';

let keys = 0;
const aKey = (): string => {
  keys += 1;
  return `model-command-${process.pid}-${keys}`;
};

/** Whether a command was done; a refusal is an answer, anything else an error. */
export async function done(command: Promise<unknown>): Promise<boolean> {
  try {
    await command;
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** What a trader does with futures that are there, as the calls do it. */
export class FuturesCommands {
  constructor(private readonly world: FuturesWorld) {}

  placeClosing(userId: string, wish: { positionId: string; lots: number | null; price: string }): Promise<boolean> {
    return done(this.world.get(ClosingOrders).place({ userId, ...wish, key: aKey() }));
  }

  changeClosing(
    userId: string,
    wish: { positionId: string; closingId: string; lots: number | null; price: string | null },
  ): Promise<boolean> {
    return done(this.world.get(ClosingOrders).amend({ userId, ...wish, waiting: null, key: aKey() }));
  }

  cancelClosing(userId: string, order: { positionId: string; closingId: string }): Promise<boolean> {
    return done(this.world.get(ClosingOrders).cancel({ userId, ...order, key: aKey() }));
  }

  reverse(userId: string, positionId: string): Promise<boolean> {
    return done(this.world.get(ReversePosition).execute({ userId, positionId, worstPrice: null }, aKey()));
  }

  reduce(
    userId: string,
    wish: { marketId: number; demo: boolean; side: 'long' | 'short'; lots: number; limitPrice: string | null },
  ): Promise<boolean> {
    const only = { isLimit: wish.limitPrice !== null, marginMode: null, worstPrice: null, reduceOnly: true } as const;
    return done(this.world.get(PlaceOrder).execute({ userId, ...wish, ...only }, aKey()));
  }

  change(userId: string, positionId: string, wish: { lots: number | null; limitPrice: string | null }) {
    return done(this.world.get(AmendOrder).execute({ userId, positionId, ...wish, key: aKey() }));
  }

  cancel(userId: string, positionId: string): Promise<boolean> {
    return done(this.world.get(CancelOrder).execute({ userId, positionId, key: aKey() }));
  }
}

interface AlertWish {
  kind: AlertKind;
  value: string;
  pause?: string;
}

/** What users do with their alerts on the index of BTC/USDT. */
export class AlertCommands {
  constructor(private readonly world: FuturesWorld) {}

  make(userId: string, wish: AlertWish): Promise<boolean> {
    return done(this.world.get(SavePriceAlert).execute(userId, { symbol: 'BTC/USDT', ...wish }));
  }

  change(userId: string, id: string, wish: AlertWish): Promise<boolean> {
    return done(this.world.get(SavePriceAlert).change(userId, id, { symbol: 'BTC/USDT', ...wish }));
  }

  pause(userId: string, id: string): Promise<boolean> {
    return done(this.world.get(ManagePriceAlerts).pause(userId, id));
  }

  resume(userId: string, id: string): Promise<boolean> {
    return done(this.world.get(ManagePriceAlerts).resume(userId, id));
  }

  remove(userId: string, id: string): Promise<boolean> {
    return done(this.world.get(ManagePriceAlerts).remove(userId, id));
  }
}
