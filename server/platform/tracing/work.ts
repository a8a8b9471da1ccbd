import { AsyncLocalStorage } from 'node:async_hooks';
import { drawChance, newPlace, readPlace, type TracePlace, writePlace } from './trace-place.js';

/** Whom a span serves: a caller, this process, Postgres, or somebody who reads later. */
export type SpanKind = 'server' | 'internal' | 'client' | 'producer' | 'consumer';

/** What a span may say: names from our own code and counts, never what a user sent or has. */
export interface SpanNotes {
  'http.request.method'?: string;
  'http.route'?: string;
  'http.response.status_code'?: number;
  'request.number'?: string;
  'db.system.name'?: 'postgresql';
  'db.operation.name'?: string;
  'db.response.returned_rows'?: number;
  'db.response.status_code'?: string;
  'messaging.destination.name'?: string;
  'messaging.batch.message_count'?: number;
}

/** A span that is recorded and has not ended. */
export interface OpenSpan {
  readonly place: TracePlace;
  note(notes: SpanNotes): void;
  end(hasFailed?: boolean): void;
}

export interface SpanTerms {
  name: string;
  kind: SpanKind;
  notes?: SpanNotes;
  /** Unix milliseconds, of what began before it was known that it is recorded. */
  beganAt?: number;
}

/** Makes spans and sends them. There is one while the process traces. */
export interface Recorder {
  open(terms: SpanTerms, from: TracePlace | null): OpenSpan;
  /** Of what begins here, the share that is recorded, 0 to 1. */
  readonly share: number;
}

/** What this process is at, as far as it was begun by one call, job or round: what log lines and spans belong to. */
export class Work {
  private known: TracePlace | null = null;

  constructor(
    /** The span that is open, where the work is recorded. */
    readonly span: OpenSpan | null,
    /** Number of the HTTP call. */
    readonly request: string | null = null,
    /** The caller's `traceparent`, unread. */
    private readonly given?: unknown,
  ) {}

  /** Where it stands in its trace. What is not recorded has a place, too, for the log; it is made when a line is written. */
  get place(): TracePlace {
    this.known ??= this.span?.place ?? newPlace(readPlace(this.given)?.traceId);
    return this.known;
  }

  /** A part of it with a span of its own. */
  within(span: OpenSpan): Work {
    return new Work(span, this.request);
  }
}

/**
 * One a process, as the log and the calls of stored functions are, to which nobody hands anything: what runs knows by what it was
 * begun, over every `await`.
 */
const works = new AsyncLocalStorage<Work | undefined>();
let recorder: Recorder | null = null;

/** From here on this process traces, or no more. */
export function recordWith(given: Recorder | null): void {
  recorder = given;
}

/** Whether anything may be recorded. */
export function isTracing(): boolean {
  return recorder !== null;
}

export function currentWork(): Work | undefined {
  return works.getStore();
}

export function runAs<Result>(work: Work, act: () => Result): Result {
  return works.run(work, act);
}

/** Begins what outlives the current work, such as timers and sockets: what they do later belongs to no work. */
export function apartFromWork<Result>(act: () => Result): Result {
  return works.run(undefined, act);
}

/**
 * A span for what begins here, if chance chooses it. By this process's share alone: neither that a caller records nor which id it
 * has given, which could be one that a rule on ids always takes, changes anything.
 */
export function chosenSpan(terms: SpanTerms, traceparent?: unknown): OpenSpan | null {
  if (recorder === null || drawChance() >= recorder.share) return null;
  return recorder.open(terms, readPlace(traceparent));
}

/** A span that follows on one of ours, of another process perhaps, which was recorded and said so. */
export function followingSpan(terms: SpanTerms, from: string | null | undefined): OpenSpan | null {
  const place = recorder === null || !from ? null : readPlace(from);
  return place && recorder ? recorder.open(terms, place) : null;
}

/** Does a job or a round: work of its own, whatever asked for it. It goes on with the trace that it was asked for in, or begins one. */
export function asWork<Result>(terms: SpanTerms, act: () => Promise<Result>, from?: string): Promise<Result> {
  const span = from === undefined ? chosenSpan(terms) : followingSpan(terms, from);
  const work = new Work(span);
  return span ? ending(span, () => works.run(work, act)) : works.run(work, act);
}

/** Does a step of the work that is being done, with a span where that has one. */
export function asStep<Result>(terms: SpanTerms, act: (span: OpenSpan | null) => Promise<Result>): Promise<Result> {
  const work = works.getStore();
  if (!work?.span || recorder === null) return act(null);
  const span = recorder.open(terms, work.span.place);
  return ending(span, () => works.run(work.within(span), () => act(span)));
}

/** The place to hand on with what others will go on with; undefined where nothing is recorded. */
export function placeToHandOn(): string | undefined {
  const span = works.getStore()?.span;
  return span ? writePlace(span.place) : undefined;
}

async function ending<Result>(span: OpenSpan, act: () => Promise<Result>): Promise<Result> {
  try {
    const result = await act();
    span.end();
    return result;
  } catch (error) {
    span.end(true);
    throw error;
  }
}
