// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
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
