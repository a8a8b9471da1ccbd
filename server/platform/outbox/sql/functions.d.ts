// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../database/call-function.js';

declare module '../../database/call-function.js' {
  interface ValueFunctions {
    outbox_append: {
      given: {
        userId: string | number | null;
        kind: string | null;
        payload: string | null;
        at: Date | null;
      };
      answer: string;
    };
    outbox_append_all: {
      given: {
        userIds: (string | number | null)[] | null;
        kinds: (string | null)[] | null;
        payloads: (string | null)[] | null;
        at: Date | null;
      };
      answer: unknown;
    };
    outbox_append_batch: {
      given: {
        userId: string | number | null;
        kinds: (string | null)[] | null;
        payloads: (string | null)[] | null;
        at: Date | null;
      };
      answer: unknown;
    };
    outbox_append_many: {
      given: {
        userIds: (string | number | null)[] | null;
        kinds: (string | null)[] | null;
        payloads: (string | null)[] | null;
        at: Date | null;
      };
      answer: unknown;
    };
    outbox_day: {
      given: {
        at: Date | null;
      };
      answer: Date;
    };
    outbox_day_make: {
      given: {
        day: string | null;
      };
      answer: boolean;
    };
    outbox_epoch: {
      given: Record<string, never>;
      answer: string;
    };
    outbox_hold: {
      given: {
        userIds: (string | number | null)[] | null;
      };
      answer: unknown;
    };
  }

  interface RowFunctions {
    outbox_days_drop: {
      given: {
        at: Date | null;
        rows: number | null;
      };
      answer: {
        days: string[];
        rows: number;
      };
    };
  }
}
