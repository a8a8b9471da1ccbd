// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    futures_closing_fill: {
      given: {
        closing: string | number | null;
        lots: number | null;
        price: string | null;
        taking: string | null;
        at: Date | null;
      };
      answer: string;
    };
    futures_fill: {
      given: {
        items: string | null;
        marks: string | null;
        at: Date | null;
      };
      answer: string[];
    };
    futures_stop_reach: {
      given: {
        market: number | null;
        after: Date | null;
        until: Date | null;
        positions: (string | number | null)[] | null;
        openFrom: (Date | null)[] | null;
        openUntil: (Date | null)[] | null;
        origins: (string | null)[] | null;
        at: Date | null;
      };
      answer: string[];
    };
    trigger_execute: {
      given: {
        position: string | number | null;
        price: string | null;
        taking: string | null;
        at: Date | null;
        priced: number | null;
      };
      answer: string;
    };
    trigger_fire: {
      given: {
        items: string | null;
        at: Date | null;
      };
      answer: string[];
    };
  }

  interface RowFunctions {
    futures_stop_look: {
      given: {
        market: number | null;
        openFrom: (Date | null)[] | null;
        openUntil: (Date | null)[] | null;
        seconds: number | null;
        at: Date | null;
      };
      answer: {
        after: Date;
        until: Date;
        spans: unknown;
        more: boolean;
      };
    };
  }
}
