import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../../database/migrations/index.js';
import { installedVersion, storedFunctions, versionOf } from './stored-functions.js';

const LOOK_EVERY_MS = 500;

/** What the database has of what this version knows. */
export interface SchemaState {
  migrationsApplied: number;
  migrationsKnown: number;
  functions: 'own' | 'of another version';
  /** Whether who owns the tables, and migrates, is a superuser: nothing waits for it to be otherwise. */
  owner: 'superuser' | 'no superuser';
}

/**
 * Whether the database has become this version's: every migration that it knows has run, and the stored functions are its
 * own. A process of a new version may be there before `migrate` has ended, and is to do nothing until then. Once met it
 * stays met: when a version after it installs its own functions, this one goes on until it is replaced (decision 88).
 */
@Injectable()
export class OwnSchema implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Schema');
  private readonly functions = storedFunctions();
  private waiting: (() => void)[] = [];
  private timer: NodeJS.Timeout | null = null;
  private isLooking = false;
  private hasBeenMet = false;

  constructor(private readonly source: DataSource) {}

  get isMet(): boolean {
    return this.hasBeenMet;
  }

  async onModuleInit(): Promise<void> {
    await this.tryLook();
    if (this.hasBeenMet) return;
    this.logger.warn('The database is not of this version yet: no work is done here until `migrate` has ended.');
    this.timer = setInterval(() => void this.tryLook(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    this.waiting = [];
    this.stopLooking();
  }

  /**
   * Calls back once it is met: at once where it is, and never where the process ends before. Later, what a callback throws ends the
   * process; at once, it is the caller's.
   */
  onceMet(begin: () => void): void {
    if (this.hasBeenMet) begin();
    else this.waiting.push(begin);
  }

  /** @throws what the database says. */
  async look(): Promise<SchemaState> {
    const rows = await this.source.query<{ name: string }[]>('select name from migrations');
    const applied = new Set(rows.map(({ name }) => name));
    const migrationsKnown = MIGRATIONS.length;
    const migrationsApplied = MIGRATIONS.filter(({ name }) => applied.has(name)).length;
    const isOwn = (await installedVersion(this.source, this.functions)) === versionOf(this.functions);
    const [{ owner }] = await this.source.query<[Pick<SchemaState, 'owner'>]>(
      `select case when o.rolsuper then 'superuser' else 'no superuser' end as owner
         from pg_class c join pg_roles o on o.oid = c.relowner where c.oid = 'migrations'::regclass`,
    );
    if (isOwn && migrationsApplied === migrationsKnown) this.met();
    return { migrationsApplied, migrationsKnown, functions: isOwn ? 'own' : 'of another version', owner };
  }

  /** A database without the tables that say so, or that is away, is not met either. */
  private async tryLook(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      await this.look();
    } catch (error) {
      this.logger.debug(`The schema could not be looked at: ${String(error)}`);
    } finally {
      this.isLooking = false;
    }
  }

  private met(): void {
    if (this.hasBeenMet) return;
    this.hasBeenMet = true;
    if (this.timer) this.logger.log('The database is of this version now: work begins.');
    this.stopLooking();
    this.beginAll();
  }

  /**
   * Begins each work that waited, whatever becomes of the others. A process that could not begin all of it ends, as one whose start
   * fails does: it would be ready, and do a part of its work for ever.
   */
  private beginAll(): void {
    let hasFailed = false;
    for (const begin of this.waiting.splice(0)) {
      try {
        begin();
      } catch (error) {
        hasFailed = true;
        this.logger.error(new Error('A part of the work could not begin', { cause: error }));
      }
    }
    if (hasFailed) process.exit(1);
  }

  private stopLooking(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }
}
