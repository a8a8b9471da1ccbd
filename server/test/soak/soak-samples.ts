import { readdirSync, readFileSync } from 'node:fs';

/** What a process holds at an instant, as Linux tells it. */
export interface Sample {
  /** Milliseconds since the soak began. */
  at: number;
  residentBytes: number;
  handles: number;
  processorMs: number;
}

const TICK_MS = 10;
const PAGE_BYTES = 4096;

export function sampleOf(pid: number, at: number): Sample {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const resident = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return {
    at,
    residentBytes: resident * PAGE_BYTES,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    processorMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
  };
}

/**
 * By how much memory grows in an hour, as a share of what it is at the beginning: the slope of the straight line with the least
 * squares through the samples.
 */
export function growthAnHour(samples: readonly Pick<Sample, 'at' | 'residentBytes'>[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(samples.map((sample) => sample.at));
  const bytes = mean(samples.map((sample) => sample.residentBytes));
  let [together, spread] = [0, 0];
  for (const sample of samples) {
    together += (sample.at - at) * (sample.residentBytes - bytes);
    spread += (sample.at - at) ** 2;
  }
  const slope = spread === 0 ? 0 : together / spread;
  const first = bytes + slope * ((samples[0]?.at ?? at) - at);
  return (slope * 3_600_000) / first;
}

/** The value that so large a share of them does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
