import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-base';

/** What became of a span: the receiver has it, did not take it, or it came when too many waited. */
export type SpanOutcome = 'sent' | 'failed' | 'dropped';

type Send = SpanExporter['export'];

/** Counts what becomes of the spans that are sent. */
export class CountedExporter implements SpanExporter {
  /** Spans that have ended and are not with the receiver. */
  waiting = 0;

  constructor(
    private readonly exporter: SpanExporter,
    readonly onOutcome: (outcome: SpanOutcome, spans: number) => void,
  ) {}

  export(...[spans, done]: Parameters<Send>): void {
    this.exporter.export(spans, (result) => {
      this.waiting -= spans.length;
      this.onOutcome(result.error === undefined ? 'sent' : 'failed', spans.length);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}

/** A bound on the spans that wait, by which those beyond it are counted: the SDK's own drops them without a word to us. */
export class CountedSpans implements SpanProcessor {
  constructor(
    private readonly batches: SpanProcessor,
    private readonly exporter: CountedExporter,
    private readonly most: number,
  ) {}

  onStart(...given: Parameters<SpanProcessor['onStart']>): void {
    this.batches.onStart(...given);
  }

  onEnd(span: ReadableSpan): void {
    if (this.exporter.waiting >= this.most) return this.exporter.onOutcome('dropped', 1);
    this.exporter.waiting += 1;
    this.batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.batches.shutdown();
  }
}
