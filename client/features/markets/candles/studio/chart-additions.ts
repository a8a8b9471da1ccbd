import type { ChartAddition, ChartParts, ChartView } from '../../../../ui/chart-drawing';

/** Several additions as one. */
export class ChartAdditions implements ChartAddition {
  constructor(private readonly all: readonly ChartAddition[]) {}

  attach(parts: ChartParts): void {
    for (const one of this.all) one.attach(parts);
  }

  show(view: ChartView): void {
    for (const one of this.all) one.show(view);
  }

  detach(): void {
    for (const one of this.all) one.detach();
  }
}
