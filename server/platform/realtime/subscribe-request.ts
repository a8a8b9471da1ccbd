import { CHANNELS, type ChannelName } from '../../contract/channels.js';

/** A subscribe message with a valid envelope; the channel's source validates the key. */
export interface SubscribeInput {
  name: ChannelName;
  key: unknown;
  ep?: string | undefined;
  s?: number | undefined;
}

const EPOCH_LENGTH_MAX = 64;
const CHANNEL_LENGTH_MAX = 128;

/** Parses a client's message; text is the refusal. Only own, expected fields of plain objects are read (no prototype pollution). */
export function readSubscribe(sent: unknown): SubscribeInput | 'realtime.unknown-channel' | 'realtime.bad-key' {
  if (!isPlainObject(sent)) return 'realtime.bad-key';
  const name = own(sent, 'ch');
  if (typeof name !== 'string' || !isChannelName(name)) return 'realtime.unknown-channel';
  const key = own(sent, 'key');
  if (!isPlainObject(key)) return 'realtime.bad-key';
  const ep = own(sent, 'ep');
  const s = own(sent, 's');
  if (ep === undefined && s === undefined) return { name, key };
  if (typeof ep !== 'string' || ep.length > EPOCH_LENGTH_MAX) return 'realtime.bad-key';
  if (typeof s !== 'number' || !Number.isSafeInteger(s) || s < 0) return 'realtime.bad-key';
  return { name, key, ep, s };
}

/** The channel id of an unsubscribe message; null when there is none in it. */
export function readUnsubscribe(sent: unknown): string | null {
  const ch = isPlainObject(sent) ? own(sent, 'ch') : null;
  return typeof ch === 'string' && ch.length <= CHANNEL_LENGTH_MAX ? ch : null;
}

/** Content of an acknowledgement; null when it is empty. */
export function readAcknowledge(sent: unknown): { ch: string; s: number } | null {
  const ch = readUnsubscribe(sent);
  const s = isPlainObject(sent) ? own(sent, 's') : null;
  return ch !== null && typeof s === 'number' && Number.isSafeInteger(s) && s >= 0 ? { ch, s } : null;
}

function isChannelName(name: string): name is ChannelName {
  return Object.hasOwn(CHANNELS, name);
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function own(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
