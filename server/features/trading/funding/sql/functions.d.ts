// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    funding_halted_seconds: {
      given: {
        market: number | null;
        stamp: Date | null;
      };
      answer: number;
    };
    funding_mark: {
      given: {
        market: number | null;
        stamp: Date | null;
        origins: (string | null)[] | null;
      };
      answer: string;
    };
    funding_owed: {
      given: {
        side: number | null;
        notional: string | null;
        rate: string | null;
        scale: number | null;
      };
      answer: string;
    };
    funding_premiums_forget: {
      given: {
        at: Date | null;
      };
      answer: unknown;
    };
    funding_rate_decide: {
      given: {
        market: number | null;
        stamp: Date | null;
        openFrom: (Date | null)[] | null;
        openUntil: (Date | null)[] | null;
        origins: (string | null)[] | null;
        at: Date | null;
      };
      answer: boolean;
    };
    funding_rate_for: {
      given: {
        premium: string | null;
        cap: string | null;
        openSeconds: number | null;
      };
      answer: string;
    };
    funding_rate_of: {
      given: {
        premium: string | null;
        cap: string | null;
      };
      answer: string;
    };
    funding_unpaid: {
      given: {
        user: string | number | null;
        currency: number | null;
        demo: boolean | null;
      };
      answer: string;
    };
  }

  interface RowFunctions {
    funding_mean: {
      given: {
        market: number | null;
        stamp: Date | null;
        origins: (string | null)[] | null;
      };
      answer: {
        premium: string;
        samples: number;
      };
    };
    funding_settle: {
      given: {
        market: number | null;
        stamp: Date | null;
        ids: (string | number | null)[] | null;
        at: Date | null;
      };
      answer: {
        charged: number;
        users: string[];
      };
    };
  }
}
