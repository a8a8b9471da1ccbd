// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    service_status_note: {
      given: {
        at: Date | null;
        states: string | null;
        every: number | null;
        unseen: number | null;
        retentionDays: number | null;
      };
      answer: boolean;
    };
  }
}
