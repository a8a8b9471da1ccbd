import type { Frame } from '../../contract/channels.js';
import type { ChannelSource, SerialisedState } from './channel-source.js';
import type { FrameSink } from './frame-sink.js';
import type { GatheredWrites } from './gathered-writes.js';
import { type EncodedFrame, encodeFrame, encodeRows, type Payload, StreamStart } from './websocket-frame.js';

/** Maximum distinct positions from which deltas to the newest state are made; members at other positions get the snapshot. */
const DELTAS_MAX = 8;
/** A member that has joined while its snapshot is still being read. */
const JOINING = -1;

/** A receiver of frames. */
export interface Recipient {
  readonly sink: FrameSink;
}

/** A recipient whose streams are all served in one part of the sweep, so that a beat costs it one write. */
export interface Placed extends Recipient {
  /** Assigned by the hub at the first subscription; null before. */
  part: number | null;
}

/** One subscription of one recipient, with the sequence number that it has received. */
export class Member {
  ep = '';
  s = JOINING;
  index = 0;
  /** The recipient's sink, copied here because the sweep visits every member and each indirection costs a cache miss. */
  private readonly sink: FrameSink;

  constructor(
    recipient: Recipient,
    readonly room: Room,
    readonly shard: Shard,
  ) {
    this.sink = recipient.sink;
  }

  /** Adds the frame to what is written to its socket and advances to its end; false when the socket is busy. */
  give(frame: EncodedFrame, writes: GatheredWrites, steady: number): boolean {
    const { sink } = this;
    if (!writes.add(sink, frame)) return false;
    sink.readyAt = steady;
    this.ep = frame.ep;
    this.s = frame.s;
    return true;
  }

  /** Sets the member to the end of its snapshot or resumed stream. */
  moveTo({ ep, s }: { ep: string; s: number }): void {
    this.ep = ep;
    this.s = s;
    this.shard.admit(this);
  }
}

/** The instant of a flush. */
export interface FlushTime {
  /** Steady milliseconds, for intervals. */
  steady: number;
  /** Product time, for the frames. */
  product: number;
  heartbeatMs: number;
  /** How long an encoded frame may be reused for members at the same position. */
  beatMs: number;
}

/** What the rooms of one channel wrote since the metrics were last taken. */
export class Written {
  written = 0;
  skipped = 0;
  /** Publication instants of the updates written; usually one. */
  readonly changedAt: number[] = [];

  add(written: number, skipped: number, changedAt: number | null): void {
    this.written += written;
    this.skipped += skipped;
    if (changedAt !== null && !this.changedAt.includes(changedAt)) this.changedAt.push(changedAt);
  }

  reset(): void {
    this.written = 0;
    this.skipped = 0;
    this.changedAt.length = 0;
  }
}

/** A room's members in one part of the sweep. */
export class Shard {
  readonly members: Member[] = [];
  ep = '';
  s = JOINING;
  /** Members behind the shard's sequence number: they were busy, or have just joined. */
  private stragglers = 0;
  private frameAt: number | null = null;

  constructor(
    readonly room: Room,
    readonly part: number,
  ) {}

  admit(member: Member): void {
    if (this.s === JOINING || this.members.length === 1) {
      this.ep = member.ep;
      this.s = member.s;
    } else if (!this.isInStep(member)) this.stragglers += 1;
  }

  /**
   * Pulls the change from the source and hands it to every ready member; what it wrote is added to the channel's sum. The hot
   * loop of the gateway.
   */
  flush(time: FlushTime, writes: GatheredWrites): void {
    if (this.s === JOINING || this.members.length === 0) return;
    this.frameAt ??= time.steady;
    const isQuiet = time.steady - this.frameAt >= time.heartbeatMs;
    const change = this.room.after(this.ep, this.s, time);
    if (change === null && this.stragglers === 0 && !isQuiet) return;
    const common = change?.frame ?? (isQuiet ? this.room.heartbeat(this, time) : null);
    this.deliver(common, change?.at ?? null, { time, writes, isQuiet });
    if (common !== null) {
      this.ep = common.ep;
      this.s = common.s;
      this.frameAt = time.steady;
    }
  }

  private deliver(
    common: EncodedFrame | null,
    changedAt: number | null,
    { time, writes, isQuiet }: { time: FlushTime; writes: GatheredWrites; isQuiet: boolean },
  ): void {
    const target = common ?? this;
    let written = 0;
    let skipped = 0;
    this.stragglers = 0;
    for (const member of this.members) {
      if (member.s === JOINING) continue;
      const frame = this.isInStep(member) ? common : this.room.frameFor(member, time, isQuiet);
      if (frame !== null) {
        if (member.give(frame, writes, time.steady)) written += 1;
        else skipped += 1;
      }
      if (member.s !== target.s || member.ep !== target.ep) this.stragglers += 1;
    }
    this.room.sum.add(written, skipped, changedAt);
  }

  private isInStep(member: Member): boolean {
    return member.s === this.s && member.ep === this.ep;
  }
}

/** The frame that leads from a position in a stream to its newest state. */
interface Change {
  readonly fromEp: string;
  readonly fromS: number;
  readonly frame: EncodedFrame;
  /** When its newest change was published, where the source says so. */
  readonly at: number | null;
  /** Steady milliseconds at which the frame was made. */
  readonly madeAt: number;
}

/** All members of one stream. */
export class Room {
  /** By part of the sweep. */
  readonly shards = new Map<number, Shard>();
  size = 0;
  /** Cached frames to the newest known state: the most recent one, and those from other positions. */
  private last: Change | null = null;
  private readonly others: Change[] = [];
  private whole: { frame: EncodedFrame; madeAt: number } | null = null;
  private readonly start: StreamStart;

  constructor(
    /** Channel id on the wire. */
    readonly ch: string,
    readonly id: string,
    readonly name: string,
    readonly source: ChannelSource,
    /** Totals over all rooms of the channel. */
    readonly sum: Written,
  ) {
    this.start = new StreamStart(ch);
  }

  /** Adds a subscriber, which has no position in the stream yet, to the shard of its part. */
  join(recipient: Recipient, part: number): Member {
    const shard = this.shards.get(part) ?? new Shard(this, part);
    this.shards.set(part, shard);
    const member = new Member(recipient, this, shard);
    member.index = shard.members.push(member) - 1;
    this.size += 1;
    return member;
  }

  leave({ shard, index }: Member): void {
    const last = shard.members.pop();
    if (last && index < shard.members.length) {
      shard.members[index] = last;
      last.index = index;
    }
    this.size -= 1;
    if (shard.members.length === 0) this.shards.delete(shard.part);
  }

  /** The frame from a position to the newest state; null when there is no change. Encoded once for all members at that position. */
  after(ep: string, s: number, time: FlushTime): Change | null {
    const known = this.known(ep, s);
    if (known !== null && this.isFresh(known, time)) return known;
    const state = this.source.since(this.id, ep, s);
    if (state === 'unchanged') return null;
    const change = this.made(state, ep, s, time);
    this.cache(change);
    return change;
  }

  private known(ep: string, s: number): Change | null {
    const { last } = this;
    if (last === null) return null;
    if (last.fromS === s && last.fromEp === ep) return last;
    return this.others.find(({ fromEp, fromS }) => fromS === s && fromEp === ep) ?? null;
  }

  /** The frame for a member whose position differs from that of the others. */
  frameFor({ ep, s }: Member, time: FlushTime, isQuiet: boolean): EncodedFrame | null {
    return this.after(ep, s, time)?.frame ?? (isQuiet ? this.heartbeat({ ep, s }, time) : null);
  }

  heartbeat({ ep, s }: { ep: string; s: number }, time: FlushTime): EncodedFrame {
    return this.encode({ ep, s, payload: null }, s, 'hb', time.product);
  }

  encode(
    state: { ep: string; s: number; payload: Payload | null },
    ps: number | null,
    k: Frame['k'],
    ts: number,
  ): EncodedFrame {
    const place = { ep: state.ep, s: state.s, ps, k, ts };
    const { payload } = state;
    if (payload !== null && typeof payload !== 'string') return encodeRows(this.start, place, payload);
    return encodeFrame({ ch: this.ch, ...place }, payload);
  }

  private made(state: SerialisedState | 'unknown', ep: string, s: number, time: FlushTime): Change {
    const isDelta =
      state !== 'unknown' && state.ep === ep && !(this.others.length >= DELTAS_MAX && this.leadsTo(state));
    const frame = isDelta ? this.encode(state, s, 'delta', time.product) : this.snapshot(time);
    const at = state !== 'unknown' && state.ep === ep ? (state.at ?? null) : null;
    return { fromEp: ep, fromS: s, frame, at, madeAt: time.steady };
  }

  private snapshot(time: FlushTime): EncodedFrame {
    if (this.whole !== null && this.isFresh(this.whole, time)) return this.whole.frame;
    const frame = this.encode(this.source.snapshot(this.id), null, 'snap', time.product);
    this.whole = { frame, madeAt: time.steady };
    return frame;
  }

  /** Whether the frame is of this beat and still current. */
  private isFresh({ frame: { ep, s }, madeAt }: { frame: EncodedFrame; madeAt: number }, time: FlushTime): boolean {
    return time.steady - madeAt < time.beatMs && this.source.since(this.id, ep, s) === 'unchanged';
  }

  /** Drops cached frames to an older state. */
  private cache(change: Change): void {
    const { last } = this;
    if (last !== null && this.leadsTo(change.frame)) {
      if (this.others.length < DELTAS_MAX) this.others.push(last);
    } else {
      this.others.length = 0;
      this.whole = change.frame === this.whole?.frame ? this.whole : null;
    }
    this.last = change;
  }

  /** Whether the cached frames lead to this state. */
  private leadsTo({ ep, s }: { ep: string; s: number }): boolean {
    return this.last !== null && this.last.frame.s === s && this.last.frame.ep === ep;
  }
}
