import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { TracePlace } from './trace-place.js';
import { CountedExporter, CountedSpans, type SpanOutcome } from './counted-spans.js';
import type { OpenSpan, Recorder, SpanTerms, SpanKind as OurKind } from './work.js';

/** Spans that wait to be sent, and no more: what comes then is counted and gone. */
const WAITING_MAX = 2048;
const BATCH_MAX = 256;
const SEND_EVERY_MS = 1000;
const SEND_LIMIT_MS = 5000;
/** Of a span: more than any of ours says. */
const NOTES_MAX = 16;

const KINDS: Record<OurKind, SpanKind> = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

export interface RecorderTerms {
  /** Where spans are sent to: OTLP over HTTP. */
  url: string;
  share: number;
  /** What the process is: the roles that it runs. */
  roles: readonly string[];
  onOutcome: (outcome: SpanOutcome, spans: number) => void;
}

/**
 * OpenTelemetry's own SDK, which makes, keeps and sends spans. The one module that knows it, loaded only where the process traces.
 * What is recorded has been decided before: whatever is opened here is.
 */
export class SpanRecorder implements Recorder {
  readonly share: number;
  private readonly provider: BasicTracerProvider;

  constructor({ url, share, roles, onOutcome }: RecorderTerms) {
    this.share = share;
    const exporter = new CountedExporter(new OTLPTraceExporter({ url, timeoutMillis: SEND_LIMIT_MS }), onOutcome);
    const batches = new BatchSpanProcessor(exporter, {
      maxQueueSize: 2 * WAITING_MAX,
      maxExportBatchSize: BATCH_MAX,
      scheduledDelayMillis: SEND_EVERY_MS,
      exportTimeoutMillis: SEND_LIMIT_MS,
    });
    this.provider = new BasicTracerProvider({
      sampler: new AlwaysOnSampler(),
      resource: resourceFromAttributes({
        'service.name': `trading-${roles.join('-')}`,
        'service.instance.id': `${process.pid}`,
      }),
      spanLimits: { attributeCountLimit: NOTES_MAX },
      spanProcessors: [new CountedSpans(batches, exporter, WAITING_MAX)],
    });
  }

  open({ name, kind, notes, beganAt }: SpanTerms, from: TracePlace | null): OpenSpan {
    const context = from
      ? trace.setSpanContext(ROOT_CONTEXT, { ...from, traceFlags: TraceFlags.SAMPLED, isRemote: true })
      : ROOT_CONTEXT;
    const span = this.provider.getTracer('trading').startSpan(
      name,
      {
        kind: KINDS[kind],
        ...(notes ? { attributes: { ...notes } } : {}),
        ...(beganAt ? { startTime: beganAt } : {}),
      },
      context,
    );
    const { traceId, spanId } = span.spanContext();
    return {
      place: { traceId, spanId },
      note: (given) => void span.setAttributes({ ...given }),
      end: (hasFailed = false) => {
        // Without the error's words: a driver's have values in them.
        if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  /** Sends what waits, as far as somebody takes it. */
  async close(): Promise<void> {
    await this.provider.shutdown();
  }
}
