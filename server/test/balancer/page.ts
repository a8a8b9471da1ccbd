import { Agent } from 'node:https';
import { io } from 'socket.io-client';
import { ChannelClient } from '../../../client/platform/channel-client.js';
import { REALTIME_PROTOCOL } from '../../contract/channels.js';
import type { Balancer } from './balancer.js';

/** A page with the client's own end of the channel protocol, which comes through the balancer. It notes what it lacked. */
export class Page {
  /** For how long it had no prices of now, each time, milliseconds. */
  readonly pauses: number[] = [];
  /** The numbers of the events that it was told, in order. */
  readonly events: number[] = [];
  /** How often its events began anew, so that it may have missed some. */
  starts = 0;
  /** How many connections it has opened. */
  opened = 0;
  private client: ChannelClient;
  private pausedAt: number | null = null;
  private hasBegun = false;

  constructor(balancer: Balancer, localAddress: string, token: string | null = null) {
    this.client = new ChannelClient({
      open: () => {
        this.opened += 1;
        return io(`https://127.0.0.1:${balancer.ports.PUBLIC}`, {
          transports: ['websocket'],
          forceNew: true,
          reconnection: false,
          timeout: 5000,
          agent: new Agent({ ca: balancer.certificate, localAddress }) as never,
          auth: { protocol: REALTIME_PROTOCOL, ...(token === null ? {} : { token }) },
        });
      },
    });
    this.client.subscribe('markets.ticker', { symbols: ['BTC/USDT'] }, ({ status }) =>
      this.onPrices(status === 'live'),
    );
    if (token === null) return;
    this.client.follow(
      'account.events',
      {},
      {
        onChange: (events) => this.events.push(...events.map(({ sequence }) => sequence)),
        onStart: () => (this.starts += 1),
      },
    );
  }

  get hasPrices(): boolean {
    return this.hasBegun && this.pausedAt === null;
  }

  close(): void {
    this.client.close();
  }

  private onPrices(isLive: boolean): void {
    if (isLive && this.pausedAt !== null) this.pauses.push(performance.now() - this.pausedAt);
    if (isLive) [this.hasBegun, this.pausedAt] = [true, null];
    else if (this.hasBegun) this.pausedAt ??= performance.now();
  }
}
