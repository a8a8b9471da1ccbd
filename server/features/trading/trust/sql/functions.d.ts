// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    trust_accrue_own: {
      given: {
        user: string | number | null;
        order: string | number | null;
        at: Date | null;
      };
      answer: number;
    };
    trust_buy: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        product: number | null;
        demo: boolean | null;
        amount: string | null;
        agreed: boolean | null;
        worstDailyRatio: string | null;
      };
      answer: unknown;
    };
    trust_daily_interest: {
      given: {
        principal: string | null;
        dailyRatio: string | null;
        scale: number | null;
      };
      answer: string;
    };
    trust_least: {
      given: {
        minimum: string | null;
        dailyRatio: string | null;
        scale: number | null;
      };
      answer: string;
    };
    trust_redeem: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        order: string | number | null;
        accruedDays: number | null;
        penalty: string | null;
      };
      answer: unknown;
    };
  }

  interface RowFunctions {
    trust_accrue: {
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
    trust_complete: {
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
