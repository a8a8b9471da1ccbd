import { Gauge, type GaugeConfiguration, type LabelValues } from 'prom-client';

/**
 * A figure of what a process found when it was its turn. Whichever process has the next turn finds the next one, so a figure that
 * this one has not found again for a while is not what is, but what was: it is left out, as is what it has never found. The alarms
 * go by the highest of all processes, and where there is none nothing is said.
 */
export class PassingGauge<Label extends string> extends Gauge<Label> {
  private readonly found = new Map<string, { labels: LabelValues<Label>; at: number }>();

  /** @param retentionMs several turns long. @param now milliseconds, going up only. */
  constructor(
    configuration: GaugeConfiguration<Label>,
    private readonly retentionMs: number,
    private readonly now: () => number,
  ) {
    super(configuration);
    // One without labels begins as nought, which nobody has found.
    this.remove({});
  }

  override set(...found: [value: number] | [labels: LabelValues<Label>, value: number]): void {
    const [labels, value] = found.length === 1 ? [{}, found[0]] : found;
    super.set(labels, value);
    this.found.set(JSON.stringify(labels), { labels, at: this.now() });
  }

  override async get(): ReturnType<Gauge<Label>['get']> {
    for (const [key, { labels, at }] of this.found) {
      if (this.now() - at <= this.retentionMs) continue;
      this.remove(labels);
      this.found.delete(key);
    }
    return super.get();
  }
}
