import { newPlace, type TracePlace } from '../../platform/tracing/trace-place.js';
import type { OpenSpan, Recorder, SpanNotes, SpanTerms } from '../../platform/tracing/work.js';

export interface FakeSpan extends SpanTerms {
  from: TracePlace | null;
  place: TracePlace;
  said: SpanNotes;
  /** Null while it is open. */
  hasFailed: boolean | null;
}

/** Keeps spans in a list. */
export class FakeRecorder implements Recorder {
  readonly spans: FakeSpan[] = [];

  constructor(readonly share = 1) {}

  open(terms: SpanTerms, from: TracePlace | null): OpenSpan {
    const span: FakeSpan = {
      ...terms,
      from,
      place: newPlace(from?.traceId),
      said: { ...terms.notes },
      hasFailed: null,
    };
    this.spans.push(span);
    return {
      place: span.place,
      note: (notes) => void Object.assign(span.said, notes),
      end: (hasFailed = false) => (span.hasFailed = hasFailed),
    };
  }
}
