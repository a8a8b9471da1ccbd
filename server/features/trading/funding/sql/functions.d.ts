// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    funding_owed: {
      given: {
        side: number | null;
        notional: string | null;
        rate: string | null;
        scale: number | null;
      };
      answer: string;
    };
  }

  interface RowFunctions {
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
