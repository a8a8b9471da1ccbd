import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { PassingGauge } from './passing-gauge.js';

/** Seconds; fine around the 100 ms beat, coarse above a second. */
const PUSH_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.11, 0.15, 0.2, 0.3, 0.5, 1, 2, 5];
const SETTLEMENT_BUCKETS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 15, 30, 60, 300];
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
/** How often a job looks. */
const [OF_SECONDS, OF_A_MINUTE, OF_FIVE_MINUTES, OF_AN_HOUR] = [5000, 60_000, 300_000, 3_600_000];
/** What was found is shown for so many turns, each of which any process may have had. */
const TURNS_RETAINED = 3;
const RETENTION_LEAST_MS = 300_000;
const BY_BOOK: ('symbol' | 'book')[] = ['symbol', 'book'];

/**
 * Every figure that the process publishes at `/metrics`, named and typed in one place. One instance a process;
 * inject it and set the figure where the thing happens: `metrics.badTicks.inc({ symbol, reason })`.
 * Labels are only ever names from our own lists (symbols, venues, channels, routes), never what a client sent.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly steps: (() => void)[] = [];

  /** Seconds since the last accepted price of a market was made at its source. */
  readonly priceAgeSeconds = this.gauge('price_age_seconds', 'Age of the last accepted price.', ['symbol']);
  /** 1 while the market has this status, else 0. */
  readonly marketStatus = this.gauge('market_status', 'Status of a market, one series a status.', ['symbol', 'status']);
  readonly feedEvents = this.counter('feed_events_total', 'Messages taken from a venue.', ['venue', 'kind']);
  readonly feedGaps = this.counter('feed_gaps_total', 'Sequence gaps found in a venue stream.', ['venue', 'what']);
  readonly feedReconnects = this.counter('feed_reconnects_total', 'Connections to a venue that were lost.', ['venue']);
  readonly feedUnreadable = this.counter('feed_unreadable_total', 'Venue messages of an unknown form.', ['venue']);
  /** 1 while the connection to the venue stands. */
  readonly feedConnected = this.gauge('feed_connected', 'Whether the venue is connected.', ['venue']);
  /** 1 in the process that feeds. */
  readonly feedLeader = this.gauge('feed_leader', 'Whether this process holds the lease of the feed.', []);
  readonly badTicks = this.counter('bad_ticks_total', 'Ticks that never became a price.', ['symbol', 'reason']);
  readonly indexDegraded = this.gauge('index_degraded', 'Markets whose index is degraded or stale.', ['symbol']);
  readonly candlesWritten = this.counter('candles_written_total', 'Bars written to Postgres.', ['period']);
  readonly candlesRefused = this.counter('candles_refused_total', 'Bars that Postgres refused.', ['period']);
  readonly candleBacklog = this.gauge('candle_backlog', 'Closed bars that wait to be written.', []);
  readonly candleCorrections = this.counter('candle_corrections_total', 'Closed bars corrected.', ['period']);
  readonly tapeSamples = this.counter('tape_samples_total', 'Samples of index and mark put on the tape.', []);
  readonly tapeLost = this.counter('tape_lost_total', 'Samples not put on the tape: late, refused, second closed.', []);
  readonly tapeHeldRounds = this.counter('tape_held_rounds_total', 'Hourly looks that left too old a day taped.', []);
  /** Age of the oldest sample that waits to be put on the tape; in the process that feeds. */
  readonly tapeLagSeconds = this.gauge('tape_lag_seconds', 'Age of the oldest sample that waits for the tape.', []);
  /**
   * From the instant the feeding process published a change, or a private event was written, until the gateway wrote it to its
   * sockets. What is said of prices by it leaves the channel of private events out.
   */
  readonly pushLatencySeconds = this.histogram(
    'push_latency_seconds',
    'From published to written.',
    ['channel'],
    PUSH_BUCKETS,
  );
  readonly sockets = this.gauge('sockets', 'Connected sockets.', ['protocol']);
  readonly subscriptions = this.gauge('subscriptions', 'Standing subscriptions.', ['channel']);
  readonly frames = this.counter('frames_total', 'Frames written to sockets.', ['channel']);
  readonly framesSkipped = this.counter('frames_skipped_total', 'Frames a busy socket was spared.', ['channel']);
  readonly socketsCut = this.counter('sockets_cut_total', 'Sockets closed by the server.', ['reason']);
  readonly subscribeRefused = this.counter('subscribe_refused_total', 'Subscriptions refused.', ['code']);
  /** 1 while nobody asks it because it has failed again and again. */
  readonly dependencyAway = this.gauge('dependency_away', 'Whether a dependency is left alone.', ['dependency']);
  /** Mail and text messages that have ended, by what they are about and how: a code's kind is what it is for. */
  readonly messages = this.counter('messages_total', 'Messages that have ended.', ['lane', 'kind', 'outcome']);
  readonly messageFailures = this.counter('message_failures_total', 'Tries to send that failed.', ['lane']);
  readonly messagesWaiting = this.gauge('messages_waiting', 'Messages that are to be sent.', ['lane']);
  readonly messagesOldestSeconds = this.gauge('messages_oldest_seconds', 'Age of the oldest unsent message.', ['lane']);
  readonly queueDepth = this.gauge('queue_depth', 'Jobs of a queue by state.', ['queue', 'state']);
  readonly jobSeconds = this.histogram(
    'job_seconds',
    'How long jobs took, by name and outcome.',
    ['name', 'outcome'],
    REQUEST_BUCKETS,
  );
  /** Of the process's pools by kind of work: `in_use`, `idle`, and callers that are `waiting`. */
  readonly databaseConnections = this.gauge('database_connections', 'Connections to Postgres.', ['pool', 'state']);
  readonly databaseRefused = this.gauge('database_refused', 'Callers who got no connection so far.', ['pool']);
  readonly databaseAway = this.gauge('database_away', 'Whether Postgres does not answer.', ['pool']);
  /** Reads of what has happened, where there is a standby for them: which server answered. */
  readonly databaseReads = this.counter('database_reads_total', 'Reads of histories by server.', ['server']);
  /** 1 for how the standby for reads is, 0 for how it could be; none without one. */
  readonly standbyState = this.gauge('standby_state', 'How the standby for reads is.', ['state']);
  /** For how long there has been something that it has not. */
  readonly standbyAge = this.gauge('standby_age_seconds', 'How far the standby for reads is behind.', []);
  /** That much of the log is lost with Postgres' machine; none where the log is not archived. */
  readonly logArchiveAgeSeconds = this.passing('log_archive_age_seconds', 'Log archive age.', [], OF_A_MINUTE);
  readonly redisUp = this.gauge('redis_up', 'Whether all connections to Redis answer.', []);
  /** Of traces: `sent`, `failed` where the receiver did not take them, `dropped` where too many waited for it. */
  readonly spans = this.counter('trace_spans_total', 'Spans that have ended, by what became of them.', ['outcome']);
  readonly outboxRows = this.counter('outbox_rows_read_total', 'Events read for the sockets of this process.', []);
  /** From the instant of an event until this process read it. */
  readonly outboxLagSeconds = this.histogram('outbox_lag_seconds', 'From written to read.', [], PUSH_BUCKETS);
  /** As the database counts them: rows by its last estimate, bytes with indexes. */
  readonly outboxSizeRows = this.gauge('outbox_size_rows', 'Private events that are kept, about.', []);
  readonly outboxSizeBytes = this.gauge('outbox_size_bytes', 'What kept private events take on disk.', []);
  readonly outboxPruneFailed = this.passing(
    'outbox_prune_failed',
    'Whether old events could not be forgotten.',
    [],
    OF_AN_HOUR,
  );
  readonly eventsAcknowledged = this.counter('events_acknowledged_total', 'Acknowledgements of private events.', []);
  readonly handshakesRefused = this.counter('handshakes_refused_total', 'Sockets that were not let in.', ['reason']);
  /** What waits for operators, by kind; the same in every worker. */
  readonly casesWaiting = this.gauge('cases_waiting', 'Cases that wait for an operator.', ['kind']);
  readonly caseOldestSeconds = this.gauge('case_oldest_seconds', 'Age of the oldest case that waits.', ['kind']);
  readonly complaintsOpen = this.gauge('complaints_open', 'Complaints that wait for an answer.', []);
  readonly complaintsOverdue = this.gauge('complaints_overdue', 'Of these, whose answer was due before now.', []);
  readonly erasuresOverdue = this.gauge('erasures_overdue', 'Closed accounts that ought to be erased by now.', []);
  /** Figures of money are for looking at: they are rounded to a float, and no rule reads them. */
  readonly insuranceFund = this.gauge('insurance_fund', 'What is in the insurance fund.', ['book', 'currency']);
  readonly openLots = this.gauge('open_lots', 'Open lots of contracts.', ['symbol', 'book', 'side']);
  readonly optionsOwed = this.gauge('options_owed', 'What open options may win together.', [
    'symbol',
    'book',
    'currency',
  ]);
  readonly build = this.gauge('build_info', 'What runs here: always 1.', ['version', 'commit', 'functions', 'node']);
  readonly requestSeconds = this.histogram(
    'http_request_seconds',
    'Time of HTTP requests.',
    ['route', 'status'],
    REQUEST_BUCKETS,
  );
  /** What users send to change something: `answered`, with a yes or a no, or `failed`, which is our own doing. */
  readonly commandSeconds = this.histogram('command_seconds', 'Time of commands.', ['outcome'], REQUEST_BUCKETS);
  readonly refusals = this.counter('refusals_total', 'Refusals sent to users.', ['code']);
  /** Codes asked for when the day's were used up, by guests or by accounts. */
  readonly codesUsedUp = this.counter('codes_used_up_total', "Codes refused: the day's were used up.", ['budget']);
  /** Messages about security that were not sent, by way and weight; the notice itself stands on the pages. */
  readonly noticesUsedUp = this.counter('notices_used_up_total', "Notices unsent: the day's are used up.", ['budget']);
  /** What may be an attack, by kind; the rules that watch it are in `deploy/alerts.yml`. */
  readonly securityEvents = this.counter('security_events_total', 'Security events.', ['kind']);
  /** Failures that are our own: every one is a bug. */
  readonly failures = this.counter('failures_total', 'Replies with status 500.', []);

  /** A loop goes on after a failure; one whose count grows round by round does no work. */
  readonly loopFailures = this.counter('loop_failures_total', 'Rounds of a loop that failed.', ['loop']);

  /** From the sample of the mark that decided until the position was closed. */
  readonly liquidationDelaySeconds = this.histogram(
    'liquidation_delay_seconds',
    'From the deciding mark to closed.',
    [],
    REQUEST_BUCKETS,
  );
  /** What sweeps of rows and tape found due. Any `missed` is an alarm: the index in memory did not know of it. */
  readonly liquidationSweepFound = this.counter('liquidation_sweep_found_total', 'Margins that a sweep found due.', [
    'outcome',
  ]);
  readonly liquidationSweepSeconds = this.passing(
    'liquidation_sweep_seconds',
    'How long the last sweep took.',
    [],
    OF_SECONDS,
  );
  /** Markets without a price for a week, where somebody holds something that nobody can close. */
  readonly goneMarketAccounts = this.passing('gone_market_accounts', 'Accounts in gone markets.', BY_BOOK, OF_SECONDS);
  readonly goneMarketMargin = this.passing('gone_market_margin', 'Margins in gone markets.', BY_BOOK, OF_SECONDS);
  /** Stops that a price has reached and that are not done for more than three seconds; anything but 0 is an alarm. */
  readonly stopsLate = this.passing('stops_late', 'Stops that fired and are not done.', [], OF_SECONDS);

  /** Invariants that were broken for a book at the last check; anything but 0 wakes somebody up. */
  readonly booksBroken = this.passing('books_broken', 'Invariants that are broken for a book.', ['book'], OF_A_MINUTE);
  readonly booksWorkLate = this.passing('books_work_late', 'Invariants that name late work.', ['book'], OF_A_MINUTE);
  /** Violations that stand, and that two operators have put into quarantine. */
  readonly booksQuarantined = this.passing(
    'books_quarantined',
    'Violations of a book in quarantine.',
    ['book'],
    OF_A_MINUTE,
  );
  /** Anchors of the audit log's head that the log does not bear out any more, and what lies among them and is none. */
  readonly auditAnchorFaults = this.passing(
    'audit_anchor_faults',
    'Anchors that the audit log contradicts.',
    [],
    OF_FIVE_MINUTES,
  );
  /** Begun anew by a person after a restore, the first counted: one more than a day ago is told to somebody. */
  readonly auditAnchorLine = this.gauge('audit_anchor_line', 'How often the anchors were begun.', []);
  readonly auditAnchoredAt = this.gauge(
    'audit_anchored_timestamp_seconds',
    'When the audit log was last held against its anchors, Unix seconds.',
    [],
  );
  /** How long ago the oldest day ended of which sealed journals are in no file. */
  readonly booksArchiveLateSeconds = this.passing('books_archive_late_seconds', 'Archive lag.', [], OF_A_MINUTE);
  /** Files of the archive that are not in the store as they are noted, found by this process. */
  readonly booksArchiveFaults = this.passing('books_archive_faults', 'Archive files amiss.', [], OF_AN_HOUR);
  readonly booksCheckSeconds = this.passing('books_check_seconds', 'Time of the last check.', [], OF_A_MINUTE);
  readonly booksCheckPartSeconds = this.passing('books_check_part_seconds', 'By part.', ['part'], OF_A_MINUTE);
  readonly booksCheckedSecondsAgo = this.gauge(
    'books_checked_seconds_ago',
    'Seconds since a check of the books was last finished.',
    [],
  );
  readonly booksPassedSecondsAgo = this.passing(
    'books_passed_seconds_ago',
    'Seconds since the check had last gone through the whole book.',
    [],
    OF_A_MINUTE,
  );
  /** Anything but 0 is an alarm; money goes on. */
  readonly booksLate = this.gauge('books_late', 'Whether no check of the books was finished for three minutes.', []);
  /** 1 while a book takes no new commitments. */
  readonly cancelOnly = this.gauge('cancel_only', 'Whether a book is in cancel-only.', ['book']);
  /** Of the process, before the database's; behind it is below zero. */
  readonly clockAheadSeconds = this.gauge('clock_ahead_seconds', 'How far the clock is ahead of the database’s.', []);
  readonly rebateLagDays = this.passing(
    'rebate_lag_days',
    'How many days that are over wait for their rebates.',
    [],
    OF_A_MINUTE,
  );
  readonly trustLagDays = this.passing(
    'trust_accrual_lag_days',
    'How many days late the oldest interest is.',
    [],
    OF_SECONDS,
  );
  readonly subscriptionLagSeconds = this.passing(
    'subscription_release_lag_seconds',
    'How late the oldest release of a new coin is.',
    [],
    OF_SECONDS,
  );
  readonly ieoLagSeconds = this.passing('ieo_lag_seconds', 'How late the oldest step of a sale is.', [], OF_SECONDS);

  /** From the close of an option's window until its orders were settled, one observation a batch. */
  readonly optionDelaySeconds = this.histogram(
    'option_settlement_delay_seconds',
    'From due to settled.',
    [],
    SETTLEMENT_BUCKETS,
  );
  readonly optionsSettled = this.counter('options_settled_total', 'Options that were settled or voided.', []);
  readonly optionLagSeconds = this.passing(
    'option_lag_seconds',
    'How long ago the oldest option closed that is still open.',
    [],
    OF_SECONDS,
  );
  /** Options that cannot be settled; their money is frozen until somebody looks. */
  readonly optionsParked = this.gauge('options_parked', 'Options whose settlement failed.', []);

  constructor() {
    // A first one is an increase only where there was a nought before.
    for (const outcome of ['missed', 'late', 'in_hand', 'changed']) this.liquidationSweepFound.inc({ outcome }, 0);
  }

  /** Adds the figures of the process itself: memory, CPU, event-loop lag, garbage collection. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: 10 });
  }

  /** Adds a step that brings figures up to date just before they are read, for figures that change by time alone. */
  beforeReading(step: () => void): void {
    this.steps.push(step);
  }

  /** The text that Prometheus reads. */
  text(): Promise<string> {
    for (const step of this.steps) step();
    return this.registry.metrics();
  }

  private gauge<Label extends string>(name: string, help: string, labelNames: Label[]): Gauge<Label> {
    return new Gauge({ name: `gateway_${name}`, help, labelNames, registers: [this.registry] });
  }

  /** What any process finds that has the turn. @param turnMs how often one of them looks. */
  private passing<Label extends string>(name: string, help: string, labelNames: Label[], turnMs: number): Gauge<Label> {
    const configuration = { name: `gateway_${name}`, help, labelNames, registers: [this.registry] };
    return new PassingGauge(configuration, Math.max(turnMs * TURNS_RETAINED, RETENTION_LEAST_MS), () =>
      performance.now(),
    );
  }

  private counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name: `gateway_${name}`, help, labelNames, registers: [this.registry] });
  }

  private histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ): Histogram<Label> {
    return new Histogram({ name: `gateway_${name}`, help, labelNames, buckets, registers: [this.registry] });
  }
}
