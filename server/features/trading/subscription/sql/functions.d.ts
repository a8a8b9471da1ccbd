// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    subscription_buy: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        offer: number | null;
        amount: string | null;
      };
      answer: unknown;
    };
    subscription_coins: {
      given: {
        amount: string | null;
        price: string | null;
        coinScale: number | null;
      };
      answer: string;
    };
    subscription_cost: {
      given: {
        coins: string | null;
        price: string | null;
        paymentScale: number | null;
      };
      answer: string;
    };
    subscription_lapse: {
      given: {
        at: Date | null;
      };
      answer: number;
    };
    subscription_return_of: {
      given: {
        coins: string | null;
        yieldRatio: string | null;
        coinScale: number | null;
      };
      answer: string;
    };
  }

  interface RowFunctions {
    subscription_deliver: {
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
    subscription_pass: {
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
    subscription_release: {
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
    subscription_return: {
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
  }
}
