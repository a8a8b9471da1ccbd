// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    tape_append: {
      given: {
        token: string | number | null;
        market: (number | null)[] | null;
        second: (number | null)[] | null;
        sequence: (string | number | null)[] | null;
        index: (string | null)[] | null;
        state: (string | null)[] | null;
        mark: (string | null)[] | null;
        last: (string | null)[] | null;
        constituents: (string | null)[] | null;
        live: (number | null)[] | null;
        origin: (string | null)[] | null;
        prev: (string | null)[] | null;
        hash: (string | null)[] | null;
      };
      answer: string;
    };
    tape_close: {
      given: {
        market: number | null;
        second: Date | null;
        at: Date | null;
      };
      answer: unknown;
    };
    tape_partition_drop: {
      given: {
        day: string | null;
        at: Date | null;
        retentionDays: number | null;
      };
      answer: boolean;
    };
    tape_partition_make: {
      given: {
        day: string | null;
      };
      answer: boolean;
    };
    tape_paths_record: {
      given: {
        market: number | null;
        seconds: (Date | null)[] | null;
        paths: (Buffer | null)[] | null;
      };
      answer: unknown;
    };
    tape_settling_markets: {
      given: Record<string, never>;
      answer: number[];
    };
    taped_prices_assert: {
      given: {
        market: number | null;
        least: string | null;
        most: string | null;
        at: Date | null;
      };
      answer: unknown;
    };
  }
}
