import type { Frame } from '../../contract/channels.js';
import type { ChannelSource, SerialisedState } from './channel-source.js';
import type { FrameSink } from './frame-sink.js';
import { type EncodedFrame, encodeFrame } from './websocket-frame.js';

/** More sockets than this on one room are served in several groups, in different parts of the sweep. */
export const SHARD_SIZE = 200;
export const SHARDS_MAX = 40;
/** Distinct sequence numbers that one flush makes deltas for; members elsewhere get the snapshot. */
const DELTAS_MAX = 8;
/** A member that has joined while its snapshot is still being read. */
const JOINING = -1;

/** A receiver of frames. */
export interface Recipient {
  readonly sink: FrameSink;
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

  /** Sends the frame and advances to its end; false when the socket is busy. */
  offer(frame: EncodedFrame, steady: number): boolean {
    const { sink } = this;
    if (!sink.offer(frame)) return false;
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
}

export interface FlushResult {
  written: number;
  skipped: number;
  /** When the newest change in it was published, where the source says so. */
  changedAt: number | null;
}

const NOTHING: FlushResult = { written: 0, skipped: 0, changedAt: null };

/** A shard of a room's members, served in one part of the sweep. */
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

  /** Pulls the change from the source and fans it out to every ready member. The hot loop of the gateway. */
  flush(time: FlushTime): FlushResult {
    if (this.s === JOINING || this.members.length === 0) return NOTHING;
    const change = this.room.source.since(this.room.id, this.ep, this.s);
    this.frameAt ??= time.steady;
    const heartbeat = time.steady - this.frameAt >= time.heartbeatMs;
    if (change === 'unchanged' && this.stragglers === 0 && !heartbeat) return NOTHING;
    const frames = new Frames(this.room, time.product, heartbeat);
    const common = frames.after(this.ep, this.s, change);
    const result = this.deliver(frames, common, time.steady);
    if (common !== null) {
      this.ep = common.ep;
      this.s = common.s;
      this.frameAt = time.steady;
    }
    return { ...result, changedAt: typeof change === 'object' ? (change.at ?? null) : null };
  }

  private deliver(frames: Frames, common: EncodedFrame | null, steady: number): { written: number; skipped: number } {
    const target = common ?? this;
    let written = 0;
    let skipped = 0;
    this.stragglers = 0;
    for (const member of this.members) {
      if (member.s === JOINING) continue;
      const frame = this.isInStep(member) ? common : frames.afterMember(member);
      if (frame !== null) {
        if (member.offer(frame, steady)) written += 1;
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

/** The frames of one flush, each encoded once for all members at the same sequence number. */
class Frames {
  private readonly byPlace = new Map<string, EncodedFrame | null>();
  private whole: EncodedFrame | null = null;

  constructor(
    private readonly room: Room,
    private readonly now: number,
    private readonly heartbeat: boolean,
  ) {}

  afterMember({ ep, s }: Member): EncodedFrame | null {
    const place = `${s} ${ep}`;
    const known = this.byPlace.get(place);
    if (known !== undefined) return known;
    if (this.byPlace.size >= DELTAS_MAX) return this.snapshot();
    const frame = this.after(ep, s, this.room.source.since(this.room.id, ep, s));
    this.byPlace.set(place, frame);
    return frame;
  }

  /** The frame from a sequence number to the newest; null when there is no change. */
  after(ep: string, s: number, change: SerialisedState | 'unchanged' | 'unknown'): EncodedFrame | null {
    if (change === 'unchanged')
      return this.heartbeat ? this.room.encode({ ep, s, json: null }, s, 'hb', this.now) : null;
    if (change === 'unknown' || change.ep !== ep) return this.snapshot();
    return this.room.encode(change, s, 'delta', this.now);
  }

  private snapshot(): EncodedFrame {
    this.whole ??= this.room.encode(this.room.source.snapshot(this.room.id), null, 'snap', this.now);
    return this.whole;
  }
}

/** All members of one stream. */
export class Room {
  readonly shards: Shard[] = [];
  size = 0;

  constructor(
    /** Channel id on the wire. */
    readonly ch: string,
    readonly id: string,
    readonly name: string,
    readonly source: ChannelSource,
    private readonly partOf: (shardIndex: number) => number,
  ) {}

  /** Adds a subscriber, not yet at any place in the stream. */
  join(recipient: Recipient): Member {
    const shard = this.shardWithSpace();
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
  }

  encode(
    state: { ep: string; s: number; json: string | null },
    ps: number | null,
    k: Frame['k'],
    ts: number,
  ): EncodedFrame {
    return encodeFrame({ ch: this.ch, ep: state.ep, s: state.s, ps, k, ts }, state.json);
  }

  private shardWithSpace(): Shard {
    let smallest = this.shards[0];
    for (const shard of this.shards) if (smallest && shard.members.length < smallest.members.length) smallest = shard;
    if (smallest && (smallest.members.length < SHARD_SIZE || this.shards.length >= SHARDS_MAX)) return smallest;
    const opened = new Shard(this, this.partOf(this.shards.length));
    this.shards.push(opened);
    return opened;
  }
}
