// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    insurance_days_from: {
      given: {
        account: string | number | null;
        days: number | null;
      };
      answer: string;
    };
    liquidation_warn: {
      given: {
        users: (string | number | null)[] | null;
        demo: (boolean | null)[] | null;
        positions: (string | number | null)[] | null;
        levels: (string | null)[] | null;
        payloads: (string | null)[] | null;
        at: Date | null;
      };
      answer: string[];
    };
  }

  interface RowFunctions {
    liquidation_due: {
      given: {
        after: string | number | null;
        rows: number | null;
        realOrigins: (string | null)[] | null;
        at: Date | null;
        seconds: number | null;
        unpriced: string | null;
      };
      answer: {
        lastUser: string;
        looked: number;
        positions: string[];
        users: string[];
        demo: boolean[];
        changedPositions: string[];
        changedUsers: string[];
        changedDemo: boolean[];
      };
    };
    liquidation_execute: {
      given: {
        groups: string | null;
        markets: string | null;
        at: Date | null;
        deleverage: boolean | null;
      };
      answer: {
        acted: string[];
        apart: string[];
        overtaken: string[];
        behind: string[];
        changed: string[];
      };
    };
  }
}
