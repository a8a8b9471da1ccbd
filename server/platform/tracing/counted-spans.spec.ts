import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import { BasicTracerProvider, BatchSpanProcessor, InMemorySpanExporter } from '@opentelemetry/sdk-trace-base';
import { CountedExporter, CountedSpans } from './counted-spans.js';

const MOST = 3;

/** A receiver that answers when the test says so. */
class HeldExporter implements SpanExporter {
  readonly open: (() => Promise<void>)[] = [];
  private readonly receiver = new InMemorySpanExporter();

  export(...[spans, answer]: Parameters<SpanExporter['export']>): void {
    const answered = (done: () => void) =>
      this.receiver.export(spans, (result) => {
        answer(result);
        done();
      });
    this.open.push(() => new Promise(answered));
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}

it('so many wait, what comes then is dropped and counted, and room is made by every answer', async () => {
  const held = new HeldExporter();
  const counts = { sent: 0, failed: 0, dropped: 0 };
  const exporter = new CountedExporter(held, (outcome, spans) => (counts[outcome] += spans));
  const batches = new BatchSpanProcessor(exporter, { maxQueueSize: 2 * MOST, maxExportBatchSize: 1 });
  const provider = new BasicTracerProvider({ spanProcessors: [new CountedSpans(batches, exporter, MOST)] });
  const end = (count: number) => {
    for (let turn = 0; turn < count; turn += 1) provider.getTracer('test').startSpan('a span').end();
  };
  end(MOST);
  expect(counts).toEqual({ sent: 0, failed: 0, dropped: 0 });
  end(2);
  expect(counts).toEqual({ sent: 0, failed: 0, dropped: 2 });
  // One is on its way, and waits as well.
  expect(held.open).toHaveLength(1);
  await held.open[0]?.();
  end(2);
  expect(counts).toEqual({ sent: 1, failed: 0, dropped: 3 });
});
