import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';

/** Linux counts processor time in hundredths of a second, whatever the kernel's own beat is (`man 5 proc`, `USER_HZ`). */
const TICK_MS = 10;

/**
 * Processor time that Postgres' processes and a gateway use. Other work on the machine changes it less than it changes how
 * many commands are done in a second.
 */
export class ProcessorTime {
  private before: Used | null = null;

  private constructor(
    private readonly postmaster: number,
    private readonly gateway: number,
  ) {}

  /** @param serverUrl a Postgres on this machine, as its superuser. @param gateway the process's number. */
  static async of(serverUrl: string, gateway: number): Promise<ProcessorTime> {
    const client = new Client({ connectionString: serverUrl });
    await client.connect();
    const { rows } = await client.query<{ pid: string }>(
      `select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`,
    );
    await client.end();
    return new ProcessorTime(Number(rows[0]?.pid), gateway);
  }

  begin(): void {
    this.before = this.now();
  }

  /** What each of so many commands took since {@link begin}, milliseconds, as words; none where there is no `/proc`. */
  words(commands: number): string {
    const [from, to] = [this.before, this.now()];
    if (from === null || to === null) return '';
    // Of a connection that has ended meanwhile nobody knows any more.
    const each = (part: keyof Used) => {
      const used = [...to[part]].reduce((total, [pid, usedMs]) => total + usedMs - (from[part].get(pid) ?? 0), 0);
      return (used / commands).toFixed(2);
    };
    return `, processor time of each ${each('postgres')} ms in Postgres and ${each('gateway')} ms in the gateway`;
  }

  private now(): Used | null {
    try {
      const all = readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((name) => ({ pid: Number(name), ...statisticsOf(name) }));
      const used = (chosen: typeof all) => new Map(chosen.map(({ pid, usedMs }) => [pid, usedMs]));
      return {
        postgres: used(all.filter(({ parent }) => parent === this.postmaster)),
        gateway: used(all.filter(({ pid }) => pid === this.gateway)),
      };
    } catch {
      return null;
    }
  }
}

/** Processor time of each process until now, milliseconds. */
interface Used {
  postgres: ReadonlyMap<number, number>;
  gateway: ReadonlyMap<number, number>;
}

/** Of a process that has ended meanwhile nothing. */
function statisticsOf(pid: string): { parent: number; usedMs: number } {
  let text = '';
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return { parent: 0, usedMs: 0 };
  }
  // Behind the name, which may have spaces in it: state, parent, …; user and system time are the twelfth and thirteenth.
  const values = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(values[1]), usedMs: (Number(values[11]) + Number(values[12])) * TICK_MS };
}
