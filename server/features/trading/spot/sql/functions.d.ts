// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    spot_amend: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        order: string | number | null;
        version: number | null;
        limitPrice: string | null;
        quantity: string | null;
        reserve: string | null;
        fill: string | null;
        taking: string | null;
        bookAt: Date | null;
        origin: string | null;
      };
      answer: unknown;
    };
    spot_amount: {
      given: {
        side: string | null;
        exact: string | null;
        scale: number | null;
      };
      answer: string;
    };
    spot_average_price: {
      given: {
        exact: string | null;
        quantity: string | null;
      };
      answer: string;
    };
    spot_cancel: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        order: string | number | null;
      };
      answer: unknown;
    };
    spot_date_assert: {
      given: {
        date: Date | null;
        at: Date | null;
      };
      answer: unknown;
    };
    spot_execute: {
      given: {
        fills: string | null;
        resting: boolean | null;
        demo: boolean | null;
        bookAt: Date | null;
        origin: string | null;
        at: Date | null;
        beforeUsers: (string | number | null)[] | null;
        before: (string | null)[] | null;
      };
      answer: string[];
    };
    spot_exit_activate: {
      given: {
        order: string | number | null;
        at: Date | null;
      };
      answer: string[];
    };
    spot_exit_amend: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        order: string | number | null;
        version: number | null;
        takeProfit: string | null;
        stopLoss: string | null;
      };
      answer: unknown;
    };
    spot_exit_cancel: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        order: string | number | null;
      };
      answer: unknown;
    };
    spot_stop_amend: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        stop: string | number | null;
        version: number | null;
        terms: string | null;
        reserve: string | null;
      };
      answer: unknown;
    };
    spot_stop_cancel: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        stop: string | number | null;
      };
      answer: unknown;
    };
    spot_stop_place: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        stop: string | null;
        reserve: string | null;
        most: number | null;
      };
      answer: unknown;
    };
    spot_stop_trigger: {
      given: {
        stop: string | number | null;
        price: string | null;
        priceAt: Date | null;
        quantity: string | null;
        fill: string | null;
        taking: string | null;
        reserve: string | null;
        bookAt: Date | null;
        origin: string | null;
        at: Date | null;
        amendments: number | null;
      };
      answer: string[];
    };
    spot_submit: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        order: string | null;
        fill: string | null;
        taking: string | null;
        reserve: string | null;
        bookAt: Date | null;
        origin: string | null;
        most: number | null;
      };
      answer: unknown;
    };
    spot_trail_price: {
      given: {
        direction: string | null;
        watermark: string | null;
        ratio: string | null;
        distance: string | null;
        scale: number | null;
      };
      answer: string;
    };
  }

  interface RowFunctions {
    spot_expire: {
      given: {
        limit: number | null;
        at: Date | null;
        only: (string | number | null)[] | null;
      };
      answer: {
        orders: number;
        users: string[];
      };
    };
    spot_stop_expire: {
      given: {
        limit: number | null;
        at: Date | null;
        only: (string | number | null)[] | null;
      };
      answer: {
        stops: number;
        users: string[];
      };
    };
    spot_stop_reach: {
      given: {
        market: number | null;
        shut: boolean | null;
        origins: (string | null)[] | null;
        seconds: number | null;
        at: Date | null;
        most: number | null;
      };
      answer: {
        reached: number;
        more: boolean;
        users: string[];
        beyond: boolean;
        seconds: number;
      };
    };
  }
}
