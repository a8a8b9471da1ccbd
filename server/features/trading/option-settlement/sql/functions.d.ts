// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    option_entries_record: {
      given: {
        market: number | null;
        seconds: (Date | null)[] | null;
      };
      answer: unknown;
    };
    option_paid: {
      given: {
        result: string | null;
        stake: string | null;
        fee: string | null;
        winnings: string | null;
      };
      answer: string;
    };
    option_profit: {
      given: {
        result: string | null;
        stake: string | null;
        winnings: string | null;
      };
      answer: string;
    };
    option_result: {
      given: {
        direction: string | null;
        price: string | null;
        entryPrice: string | null;
        evenBand: string | null;
      };
      answer: string;
    };
    option_window_decide: {
      given: {
        market: number | null;
        closes: Date | null;
        ruleVersion: number | null;
        windowSeconds: number | null;
        priceDecimals: number | null;
        constituentsMin: number | null;
        origin: string | null;
        at: Date | null;
      };
      answer: boolean;
    };
  }

  interface RowFunctions {
    option_settle: {
      given: {
        settlement: string | number | null;
        orders: (string | number | null)[] | null;
        demo: boolean | null;
        at: Date | null;
        directions: (string | null)[] | null;
        entries: (string | null)[] | null;
        bands: (string | null)[] | null;
        results: (string | null)[] | null;
      };
      answer: {
        settled: number;
        users: string[];
      };
    };
  }
}
