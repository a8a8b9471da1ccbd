import 'reflect-metadata';
// Loading the product's modules registers the invariants and the reasons of every feature.
import '../app.module.js';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { ReadSource } from '../platform/database/read-source.store.js';
import { createDataSource } from '../database/data-source.js';
import { JOBS } from '../jobs.js';
import { BooksProgressStore } from '../features/wallet/ledger/books-progress.store.js';
import { BooksStore } from '../features/wallet/ledger/books.store.js';
import { CheckRound, PASS_ROWS } from '../features/wallet/ledger/check-round.js';
import { registeredInvariants } from '../features/wallet/ledger/invariants.js';
import { countPostings, createBook, dropDatabase, fillBook, moveMoney, sealBook } from './ledger.book.js';

/**
 * The check of the books, as the worker does it each minute, with a minute's journals new in each round: how long a round
 * takes and how long it holds a snapshot, in a small book and in a large one.
 * `npm run bench -- books [--postings=20000000] [--small=1000000] [--rounds=7]`
 */
const OPTIONS = {
  postings: option('postings', 20_000_000),
  small: option('small', 1_000_000),
  rounds: option('rounds', 7),
  users: option('users', 20_000),
};
/** What a platform with 120 writes a second books in a minute. */
const A_MINUTE = 7200;
const GOAL_SECONDS = 2;
const GOAL_RATIO = 1.5;
const GOAL_PASS_HOURS = 8;
/** Of the pass, tried one after the other. */
const STEPS_TRIED = 10;
const STEP_EVERY_SECONDS = (JOBS['ledger.pass'].schedule?.everyMs ?? Number.POSITIVE_INFINITY) / 1000;
const passHours = ({ passSteps }: Figures): number => (passSteps * STEP_EVERY_SECONDS) / 3600;

interface Figures {
  postings: number;
  rounds: number[];
  longestSnapshot: number;
  /** Steps until the whole book was looked at. */
  passSteps: number;
  /** The slowest step of those that were tried, in seconds. */
  slowestStep: number;
}

function option(name: string, fallback: number): number {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given ? Number(given.split('=')[1]) : fallback;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** A book of so many postings, of which all but what comes in the rounds is verified. */
class MeasuredBook {
  private readonly took: number[] = [];

  private constructor(
    private readonly serverUrl: string,
    private readonly name: string,
    private readonly url: string,
    private readonly source: DataSource,
    private readonly writer: Client,
  ) {}

  static async open(serverUrl: string, postings: number): Promise<MeasuredBook> {
    const name = `bench_books_${postings}`;
    const url = await createBook(serverUrl, name, OPTIONS.users);
    await fillBook(url, OPTIONS.users, postings);
    const source = await createDataSource(url, 2).initialize();
    const writer = new Client({ connectionString: url });
    await writer.connect();
    // What was there is verified, as it would be after a day.
    const { rows } = await writer.query<{ last: string }>('select max(last_journal) as last from ledger_seal');
    await new BooksProgressStore(source).verify(rows[0]?.last ?? '0');
    return new MeasuredBook(serverUrl, name, url, source, writer);
  }

  /** A minute's journals, and the round that looks at them. */
  async round(): Promise<void> {
    await moveMoney(this.writer, OPTIONS.users, A_MINUTE);
    await sealBook(this.writer);
    const began = performance.now();
    const { checked, isComplete } = await this.checkRound.execute(registeredInvariants());
    this.took.push((performance.now() - began) / 1000);
    const broken = checked.filter((one) => one.rows.length > 0);
    if (broken.length > 0 || !isComplete) throw new Error(`Broken: ${broken.map((one) => one.name).join(', ')}.`);
  }

  async figures(longestSnapshot: number): Promise<Figures> {
    const steps: number[] = [];
    for (let done = 0; done < STEPS_TRIED; done += 1) {
      const began = performance.now();
      await this.checkRound.goOnWithPass(registeredInvariants());
      steps.push((performance.now() - began) / 1000);
    }
    return {
      postings: await countPostings(this.url),
      rounds: this.took,
      longestSnapshot,
      passSteps: await passOf(this.writer),
      slowestStep: Math.max(...steps),
    };
  }

  watch(): Promise<Watch> {
    return watchSnapshots(this.url);
  }

  async drop(): Promise<void> {
    await Promise.all([this.source.destroy(), this.writer.end()]);
    await dropDatabase(this.serverUrl, this.name);
  }

  private get checkRound(): CheckRound {
    return new CheckRound(new BooksStore(new ReadSource(this.source)), new BooksProgressStore(this.source));
  }
}

interface Watch {
  /** The longest time, in seconds. */
  stop(): Promise<number>;
}

/** The longest time for which a read-only transaction of the check held its snapshot, in seconds. */
async function watchSnapshots(url: string): Promise<Watch> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const state = { isRunning: true, longest: 0 };
  const watching = (async () => {
    while (state.isRunning) {
      const { rows } = await client.query<{ age: number | null }>(
        `select max(extract(epoch from clock_timestamp() - xact_start))::float8 as age from pg_stat_activity
          where backend_xmin is not null and pid <> pg_backend_pid() and query not like '%moved%'
            and datname = current_database()`,
      );
      state.longest = Math.max(state.longest, rows[0]?.age ?? 0);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return {
    stop: async () => {
      state.isRunning = false;
      await watching;
      await client.end();
      return state.longest;
    },
  };
}

/** By the rows that a step goes on with: what the whole book has, in steps. */
async function passOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `select (2 * (select count(*) from ledger_journal) + (select count(*) from ledger_account)
           + (select count(*) from wallet_transfer))::float8 as rows`,
  );
  return Math.ceil((rows[0]?.rows ?? 0) / PASS_ROWS);
}

function report(figures: Figures): void {
  const { postings, rounds, longestSnapshot, passSteps, slowestStep } = figures;
  const range = `${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)}`;
  process.stdout.write(
    `${whole(postings).padStart(12)} postings: a round ${median(rounds).toFixed(2)} s (${range}), ` +
      `longest snapshot ${longestSnapshot.toFixed(2)} s; the whole book in ${passSteps} steps of ` +
      `${slowestStep.toFixed(2)} s at most, one each ${STEP_EVERY_SECONDS} s: ${passHours(figures).toFixed(1)} h\n`,
  );
}

const serverUrl = process.env.DATABASE_URL;
if (!serverUrl) throw new Error('DATABASE_URL is not set: run it with `npm run bench -- books`.');
const small = await MeasuredBook.open(serverUrl, OPTIONS.small);
const large = await MeasuredBook.open(serverUrl, OPTIONS.postings);
const snapshots = await Promise.all([small, large].map((book) => book.watch()));
// In turns, so that whatever else the machine does meets both.
for (let done = 0; done < OPTIONS.rounds; done += 1) {
  await small.round();
  await large.round();
}
const [longestOfSmall = 0, longestOfLarge = 0] = await Promise.all(snapshots.map((watch) => watch.stop()));
const [ofSmall, ofLarge] = [await small.figures(longestOfSmall), await large.figures(longestOfLarge)];
for (const figures of [ofSmall, ofLarge]) report(figures);
for (const book of [small, large]) await book.drop();
const slowest = Math.max(...ofLarge.rounds);
const ratio = median(ofLarge.rounds) / median(ofSmall.rounds);
const isPassed = ofLarge.slowestStep < STEP_EVERY_SECONDS && passHours(ofLarge) < GOAL_PASS_HOURS;
const isMet = slowest < GOAL_SECONDS && ofLarge.longestSnapshot < GOAL_SECONDS && ratio < GOAL_RATIO && isPassed;
process.stdout.write(
  `ratio ${ratio.toFixed(2)} to the small book in the same run; goals: each round under ${GOAL_SECONDS} s, ` +
    `ratio under ${GOAL_RATIO}, the whole book in ${GOAL_PASS_HOURS} h: ${isMet ? 'met' : 'MISSED'}\n`,
);
if (!isMet) process.exitCode = 1;
