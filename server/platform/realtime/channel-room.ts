import type { Frame } from '../../contract/channels.js';
import type { ChannelSource, SerialisedState } from './channel-source.js';
import type { FrameSink } from './frame-sink.js';
import type { GatheredWrites } from './gathered-writes.js';
import { type EncodedFrame, encodeFrame, type Payload } from './websocket-frame.js';

/** Distinct places in a stream from which deltas are made for one newest state; members elsewhere get the snapshot. */
const DELTAS_MAX = 8;
/** A member that has joined while its snapshot is still being read. */
const JOINING = -1;

/** A receiver of frames. */
export interface Recipient {
  readonly sink: FrameSink;
}

/** A recipient whose streams are all served in one part of the sweep, so that a beat costs it one write. */
export interface Placed extends Recipient {
  /** The hub says it at the first subscription; null before. */
  part: number | null;
}

/** One subscription of one recipient, with the sequence number that it has received. */
export class Member {
  ep = '';
  s = JOINING;
  index = 0;
  /** The recipient's, here because the sweep comes by every member: each object on the way costs a cache miss. */
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
  /** For so long a frame that was made serves who is at the same place. */
  beatMs: number;
}

export interface FlushResult {
  written: number;
  skipped: number;
  /** When the newest change in it was published, where the source says so. */
  changedAt: number | null;
}

const NOTHING: FlushResult = { written: 0, skipped: 0, changedAt: null };

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

  /** Pulls the change from the source and hands it to every ready member. The hot loop of the gateway. */
  flush(time: FlushTime, writes: GatheredWrites): FlushResult {
    if (this.s === JOINING || this.members.length === 0) return NOTHING;
    this.frameAt ??= time.steady;
    const isQuiet = time.steady - this.frameAt >= time.heartbeatMs;
    const change = this.room.after(this.ep, this.s, time);
    if (change === null && this.stragglers === 0 && !isQuiet) return NOTHING;
    const common = change?.frame ?? (isQuiet ? this.room.heartbeat(this, time) : null);
    const result = this.deliver(common, { time, writes, isQuiet });
    if (common !== null) {
      this.ep = common.ep;
      this.s = common.s;
      this.frameAt = time.steady;
    }
    return { ...result, changedAt: change?.at ?? null };
  }

  private deliver(
    common: EncodedFrame | null,
    { time, writes, isQuiet }: { time: FlushTime; writes: GatheredWrites; isQuiet: boolean },
  ): { written: number; skipped: number } {
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
    return { written, skipped };
  }

  private isInStep(member: Member): boolean {
    return member.s === this.s && member.ep === this.ep;
  }
}

/** The way from a place in a stream to its newest state. */
interface Change {
  readonly frame: EncodedFrame;
  /** When the newest of it was published, where the source says so. */
  readonly at: number | null;
  /** Steady milliseconds at which the frame was made. */
  readonly madeAt: number;
}

/** All members of one stream. */
export class Room {
  /** By part of the sweep. */
  readonly shards = new Map<number, Shard>();
  size = 0;
  /** Frames to the newest state that is known here, by the place from which they lead. */
  private readonly changes = new Map<string, Change>();
  private whole: Change | null = null;
  private newest = '';

  constructor(
    /** Channel id on the wire. */
    readonly ch: string,
    readonly id: string,
    readonly name: string,
    readonly source: ChannelSource,
  ) {}

  /** Adds a subscriber, not yet at any place in the stream, to those of its part. */
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

  /** The frame from a place to the newest state; null when there is no change. Made once for all who are there. */
  after(ep: string, s: number, time: FlushTime): Change | null {
    const place = `${s} ${ep}`;
    const known = this.changes.get(place);
    if (known !== undefined && this.isFresh(known, time)) return known;
    const state = this.source.since(this.id, ep, s);
    if (state === 'unchanged') return null;
    const change = { ...this.made(state, { ep, s }, time), madeAt: time.steady };
    this.keepAsNewest(change.frame);
    this.changes.set(place, change);
    return change;
  }

  /** What a member gets that is elsewhere in the stream than the others. */
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
    return encodeFrame({ ch: this.ch, ep: state.ep, s: state.s, ps, k, ts }, state.payload);
  }

  private made(
    state: SerialisedState | 'unknown',
    from: { ep: string; s: number },
    time: FlushTime,
  ): Pick<Change, 'frame' | 'at'> {
    if (state === 'unknown' || state.ep !== from.ep) return { frame: this.snapshot(time), at: null };
    const at = state.at ?? null;
    if (this.newest === placeOf(state) && this.changes.size >= DELTAS_MAX) return { frame: this.snapshot(time), at };
    return { frame: this.encode(state, from.s, 'delta', time.product), at };
  }

  private snapshot(time: FlushTime): EncodedFrame {
    if (this.whole !== null && this.isFresh(this.whole, time)) return this.whole.frame;
    const frame = this.encode(this.source.snapshot(this.id), null, 'snap', time.product);
    this.whole = { frame, at: null, madeAt: time.steady };
    return frame;
  }

  /** Of this beat, and nothing has changed since. */
  private isFresh({ frame: { ep, s }, madeAt }: Change, time: FlushTime): boolean {
    return time.steady - madeAt < time.beatMs && this.source.since(this.id, ep, s) === 'unchanged';
  }

  /** Lets go of the frames to an older state. */
  private keepAsNewest(frame: EncodedFrame): void {
    const newest = placeOf(frame);
    if (this.newest === newest) return;
    this.newest = newest;
    this.changes.clear();
    if (this.whole !== null && placeOf(this.whole.frame) !== newest) this.whole = null;
  }
}

function placeOf({ ep, s }: { ep: string; s: number }): string {
  return `${s} ${ep}`;
}
