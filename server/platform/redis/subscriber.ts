/** What hears messages: a connection to one server, or one to each server of a cluster that has a channel which is wanted. */
export interface Subscriber {
  /** `ready`, or anything else. */
  readonly status: string;
  /** Resolves when the channels are heard; what is lost later is asked for again by itself. */
  subscribe(...channels: string[]): Promise<unknown>;
  unsubscribe(...channels: string[]): Promise<unknown>;
  on(event: 'message', listener: (channel: string, text: string) => void): unknown;
  /** At the first connection and after each interruption: what was said meanwhile is missing. */
  on(event: 'ready', listener: () => void): unknown;
  off(event: 'message', listener: (channel: string, text: string) => void): unknown;
  off(event: 'ready', listener: () => void): unknown;
  listeners(event: 'message'): unknown[];
  ping(): Promise<unknown>;
  /** @param reconnect whether it comes back by itself. */
  disconnect(reconnect?: boolean): void;
}
