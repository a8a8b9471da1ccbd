import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { type Connected, type PoolFigures, WatchedPool, type WatchedPoolConfig } from './watched-pool.js';
import { kindOfWork, WORK_KINDS, type WorkKind } from './work-kind.js';

/** Where a kind of work has its connections, and how many at most. */
export interface PoolApart {
  connectionString: string;
  max: number;
}

/** Kinds with connections of their own; the others share those of commands. */
export type PoolsApart = Partial<Record<Exclude<WorkKind, 'commands'>, PoolApart>>;

interface WorkPoolsConfig extends WatchedPoolConfig {
  apart?: PoolsApart;
}

/** Of the pools of a data source, by the kind of work; none before it has them. */
export function poolFigures(source: DataSource): [WorkKind, PoolFigures][] {
  // The driver's type does not name its pool.
  const { master } = source.driver as unknown as { master?: unknown };
  return master instanceof WorkPools ? master.byKind : [];
}

/**
 * The connections of a process, for each kind of work by itself: whoever waits, waits for work of the same kind, so slow reads take
 * none that a command needs, and jobs keep no call waiting (decision 119). It is the pool of commands, and has the others beside it.
 */
export class WorkPools extends WatchedPool {
  private readonly apart: ReadonlyMap<WorkKind, WatchedPool>;

  constructor({ apart = {}, ...config }: WorkPoolsConfig) {
    super(config);
    const pools = WORK_KINDS.flatMap((kind) => {
      const its = kind === 'commands' ? undefined : apart[kind];
      return its ? [[kind, new WatchedPool({ ...config, ...its, work: kind })] as const] : [];
    });
    for (const [, pool] of pools) pool.on('error', (error, client) => this.emit('error', error, client));
    this.apart = new Map(pools);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    const pool: Pool | undefined = this.apart.get(kindOfWork());
    if (callback) {
      if (pool) pool.connect(callback as Parameters<Pool['connect']>[0]);
      else super.connect(callback);
      return undefined;
    }
    return pool ? pool.connect() : super.connect();
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    const ended = Promise.all([super.end(), ...[...this.apart.values()].map((pool) => pool.end())]).then(
      () => undefined,
    );
    if (!callback) return ended;
    void ended.then(callback, callback);
    return undefined;
  }

  get byKind(): [WorkKind, PoolFigures][] {
    return [
      ['commands', this.figures],
      ...[...this.apart].map(([kind, { figures }]): [WorkKind, PoolFigures] => [kind, figures]),
    ];
  }
}
