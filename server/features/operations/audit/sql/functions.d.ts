// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    audit_seal_next: {
      given: {
        upto: string | number | null;
        at: Date | null;
        uptoEvent: string | number | null;
      };
      answer: boolean;
    };
    audit_seal_text: {
      given: {
        entries: string | null;
        firstEvent: string | number | null;
        lastEvent: string | number | null;
        eventsHash: Buffer | null;
      };
      answer: string;
    };
  }
}
