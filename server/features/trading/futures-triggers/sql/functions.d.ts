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
}
