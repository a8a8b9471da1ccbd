// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    futures_add_margin: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        id: string | number | null;
        amount: string | null;
        marks: string | null;
      };
      answer: unknown;
    };
    futures_append_events: {
      given: {
        user: string | number | null;
        kinds: (string | null)[] | null;
        events: (string | null)[] | null;
        at: Date | null;
      };
      answer: unknown;
    };
    futures_assert_leverage: {
      given: {
        market: number | null;
        leverage: number | null;
        notional: string | null;
      };
      answer: unknown;
    };
    futures_assert_loss_covered: {
      given: {
        events: (string | null)[] | null;
        user: string | number | null;
        currency: number | null;
        demo: boolean | null;
        marks: string | null;
      };
      answer: unknown;
    };
    futures_assert_room: {
      given: {
        market: number | null;
        demo: boolean | null;
        side: number | null;
      };
      answer: unknown;
    };
    futures_average_price: {
      given: {
        priceBefore: string | null;
        lotsBefore: number | null;
        price: string | null;
        lots: number | null;
      };
      answer: string;
    };
    futures_balance_event: {
      given: {
        user: string | number | null;
        account: string | null;
        currency: number | null;
        demo: boolean | null;
        delta: string | null;
        reason: string | null;
        journal: string | number | null;
      };
      answer: unknown;
    };
    futures_bankruptcy_price: {
      given: {
        side: number | null;
        quantity: string | null;
        entryPrice: string | null;
        backing: string | null;
      };
      answer: string;
    };
    futures_cancel: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        id: string | number | null;
      };
      answer: unknown;
    };
    futures_close: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        ids: (string | number | null)[] | null;
        priced: (number | null)[] | null;
        lots: number | null;
        prices: (string | null)[] | null;
        taking: string | null;
      };
      answer: unknown;
    };
    futures_closing_cancel: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        id: string | number | null;
        closing: string | number | null;
      };
      answer: unknown;
    };
    futures_closing_place: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        id: string | number | null;
        lots: number | null;
        limitPrice: string | null;
        most: number | null;
      };
      answer: unknown;
    };
    futures_closings: {
      given: {
        position: string | number | null;
      };
      answer: unknown;
    };
    futures_fee: {
      given: {
        quantity: string | null;
        price: string | null;
        feeRatio: string | null;
        scale: number | null;
      };
      answer: string;
    };
    futures_fill_event: {
      given: {
        lots: number | null;
        price: string | null;
        profit: string | null;
        fee: string | null;
      };
      answer: unknown;
    };
    futures_leverage_bound: {
      given: {
        market: number | null;
        notional: string | null;
      };
      answer: number;
    };
    futures_lock_accounts: {
      given: {
        ids: (string | number | null)[] | null;
        house: (string | null)[] | null;
      };
      answer: unknown;
    };
    futures_lock_open_lots: {
      given: {
        ids: (string | number | null)[] | null;
      };
      answer: unknown;
    };
    futures_lock_room: {
      given: {
        market: number | null;
        demo: boolean | null;
        side: number | null;
        lots: string | number | null;
      };
      answer: unknown;
    };
    futures_open_lots_of: {
      given: {
        market: number | null;
        demo: boolean | null;
        side: number | null;
      };
      answer: string;
    };
    futures_post: {
      given: {
        reason: string | null;
        reference: string | null;
        at: Date | null;
        user: string | number | null;
        currency: number | null;
        demo: boolean | null;
        amounts: (string | null)[] | null;
        holdOut: string | null;
        holdIn: string | null;
      };
      answer: unknown[];
    };
    futures_profit: {
      given: {
        side: number | null;
        entryPrice: string | null;
        quantity: string | null;
        price: string | null;
        scale: number | null;
      };
      answer: string;
    };
    futures_set_stops: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        id: string | number | null;
        version: string | number | null;
        takeProfit: string | null;
        takeProfitSource: string | null;
        stopLoss: string | null;
        stopLossSource: string | null;
      };
      answer: unknown;
    };
  }
}
