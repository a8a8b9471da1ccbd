import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import type { SpanRecorder } from './span-recorder.js';
import { recordWith } from './work.js';

/** What waits when the process ends is sent within this time, or not at all. */
const LAST_MS = 2000;

/** Lets the process trace where `TRACES_URL` is set. Elsewhere OpenTelemetry is not even loaded. */
@Injectable()
export class TraceExport implements OnModuleInit, OnApplicationShutdown {
  private recorder: SpanRecorder | null = null;

  constructor(
    private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  async onModuleInit(): Promise<void> {
    const { TRACES_URL: url, TRACES_SHARE: share, ROLES: roles } = this.config.values;
    if (url === '') return;
    const { SpanRecorder } = await import('./span-recorder.js');
    const onOutcome = (outcome: string, spans: number) => this.metrics.spans.inc({ outcome }, spans);
    this.recorder = new SpanRecorder({ url, share, roles, onOutcome });
    recordWith(this.recorder);
    new Logger('Tracing').log(`Of what begins here ${share * 100} % is traced`);
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.recorder) return;
    recordWith(null);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, LAST_MS)));
    await Promise.race([this.recorder.close().catch(() => undefined), late]);
    clearTimeout(timer);
  }
}
