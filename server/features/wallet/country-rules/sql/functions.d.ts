// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    country_rule_allows: {
      given: {
        user: string | number | null;
        product: string | null;
        leverage: number | null;
      };
      answer: boolean;
    };
    country_rule_assert: {
      given: {
        user: string | number | null;
        product: string | null;
        leverage: number | null;
      };
      answer: unknown;
    };
    country_rule_hold: {
      given: Record<string, never>;
      answer: unknown;
    };
    country_rule_judge: {
      given: {
        user: string | number | null;
        product: string | null;
        leverage: number | null;
      };
      answer: unknown;
    };
    country_rule_set: {
      given: {
        country: string | null;
        product: string | null;
        state: string | null;
        leverageMax: number | null;
        at: Date | null;
      };
      answer: boolean;
    };
  }

  interface RowFunctions {
    country_claims: {
      given: {
        user: string | number | null;
      };
      answer: {
        countries: string[];
        isVerified: boolean;
      };
    };
    country_rule_of: {
      given: {
        user: string | number | null;
        product: string | null;
      };
      answer: {
        state: string;
        leverageMax: number;
      };
    };
  }
}
