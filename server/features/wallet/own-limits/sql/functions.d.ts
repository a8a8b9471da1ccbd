// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    own_break_begin: {
      given: {
        user: string | number | null;
        kind: string | null;
        hours: number | null;
        at: Date | null;
      };
      answer: Date;
    };
    own_check_note: {
      given: {
        user: string | number | null;
        at: Date | null;
      };
      answer: unknown;
    };
    own_check_set: {
      given: {
        user: string | number | null;
        minutes: number | null;
        at: Date | null;
      };
      answer: unknown;
    };
    own_deposit_assert: {
      given: {
        user: string | number | null;
        currency: number | null;
        amount: string | null;
        at: Date | null;
        counts: boolean | null;
      };
      answer: unknown;
    };
    own_limit_call_back: {
      given: {
        user: string | number | null;
        kind: string | null;
        period: string | null;
        at: Date | null;
      };
      answer: boolean;
    };
    own_limit_set: {
      given: {
        user: string | number | null;
        kind: string | null;
        period: string | null;
        amount: string | null;
        at: Date | null;
      };
      answer: Date;
    };
    own_limit_used: {
      given: {
        user: string | number | null;
        kind: string | null;
        period: string | null;
        now: Date | null;
      };
      answer: string;
    };
    own_limits_assert: {
      given: {
        user: string | number | null;
        demo: boolean | null;
        currency: number | null;
        amount: string | null;
        at: Date | null;
        mayBeLost: boolean | null;
      };
      answer: unknown;
    };
    own_may_buy_coins: {
      given: {
        user: string | number | null;
        currency: number | null;
        now: Date | null;
      };
      answer: boolean;
    };
    realised_result: {
      given: {
        user: string | number | null;
        since: Date | null;
        now: Date | null;
      };
      answer: string;
    };
  }

  interface ListFunctions {
    own_limits_in_force: {
      given: {
        user: string | number | null;
        now: Date | null;
      };
      answer: {
        kind: string;
        period: string;
        amount: string;
        since: Date;
      };
    };
    own_stay: {
      given: {
        user: string | number | null;
        now: Date | null;
      };
      answer: {
        checkMinutes: number;
        minutes: number;
        todayMinutes: number;
        result: string;
        dueIn: number;
        breakUntil: Date;
        excludedUntil: Date;
      };
    };
  }
}
