import { type SentinelConnectionOptions, SentinelConnector } from 'ioredis';

/**
 * ioredis' own, which gives a connection up for ever when the sentinels announce another primary in the moment in which it asks
 * them for one: the word of change is an order to leave, and it heeds it also where there is nothing to leave. Here a connection that
 * is about to be made goes on being made; should it be to the server of before, it is lost again, or finds itself at a replica.
 */
export class LastingSentinelConnector extends SentinelConnector {
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override disconnect(): void {
    const detector = this['failoverDetector'] as { isDisconnected: boolean; cleanup(): void } | null;
    const isWordOfChange = detector?.isDisconnected === true;
    const isBetweenServers = this.connecting && (this.stream === undefined || this.stream.destroyed);
    if (isWordOfChange && isBetweenServers) detector.cleanup();
    else super.disconnect();
    // The next server brings the next one.
    this['failoverDetector'] = null;
  }
}
