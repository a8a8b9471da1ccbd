// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    account_erase: {
      given: {
        erasure: string | number | null;
        digests: (Buffer | null)[] | null;
        bytes: string | number | null;
        at: Date | null;
        retentionYears: number | null;
      };
      answer: string[];
    };
    account_erasure_ask: {
      given: {
        user: string | number | null;
        days: number | null;
        at: Date | null;
        currencies: (number | null)[] | null;
        amounts: (string | null)[] | null;
      };
      answer: Date;
    };
    account_erasure_take_back: {
      given: {
        user: string | number | null;
        at: Date | null;
      };
      answer: boolean;
    };
    account_event_open: {
      given: {
        kind: string | null;
      };
      answer: boolean;
    };
    account_is_erased: {
      given: {
        user: string | number | null;
      };
      answer: boolean;
    };
    erasure_allows: {
      given: {
        table: string | null;
        act: string | null;
        old: string | null;
        new: string | null;
      };
      answer: boolean;
    };
    erasure_prune: {
      given: {
        at: Date | null;
        records: number | null;
      };
      answer: number;
    };
    erasure_rebates_decided: {
      given: {
        askedAt: Date | null;
      };
      answer: boolean;
    };
    otc_payment_erased: {
      given: {
        payment: string | null;
      };
      answer: unknown;
    };
    otc_payment_owner: {
      given: {
        way: string | null;
        merchant: string | number | null;
        seller: string | number | null;
      };
      answer: string;
    };
    withdrawal_place_erased: {
      given: {
        chain: string | null;
        destination: string | null;
      };
      answer: unknown;
    };
    word_erased: {
      given: {
        word: string | null;
      };
      answer: string;
    };
  }

  interface ListFunctions {
    account_held: {
      given: {
        user: string | number | null;
      };
      answer: {
        currencyId: number;
        amount: string;
        isFrozen: boolean;
      };
    };
    account_obstacles: {
      given: {
        user: string | number | null;
        currencies: (number | null)[] | null;
        amounts: (string | null)[] | null;
      };
      answer: {
        name: string;
        found: number;
      };
    };
    account_rest: {
      given: {
        user: string | number | null;
        at: Date | null;
      };
      answer: {
        currencyId: number;
        amount: string;
      };
    };
  }
}
