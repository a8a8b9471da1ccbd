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

  interface ListFunctions {
    audit_breaks: {
      given: Record<string, never>;
      answer: {
        seal: string;
        firstEntry: string;
        lastEntry: string;
        fault: string;
      };
    };
    audit_breaks_outside: {
      given: Record<string, never>;
      answer: {
        seal: string;
        firstEntry: string;
        lastEntry: string;
        fault: string;
      };
    };
    audit_broken_seals: {
      given: {
        first: string | number | null;
        last: string | number | null;
      };
      answer: {
        seal: string;
        firstEntry: string;
        lastEntry: string;
        fault: string;
      };
    };
    audit_event_lines: {
      given: {
        first: string | number | null;
        last: string | number | null;
      };
      answer: {
        eventId: string;
        line: string;
      };
    };
    audit_lines: {
      given: {
        first: string | number | null;
        last: string | number | null;
      };
      answer: {
        entryId: string;
        line: string;
      };
    };
  }
}
