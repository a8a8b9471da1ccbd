import { io } from 'socket.io-client';
import { REALTIME_PROTOCOL } from '../../server/contract/channels.js';
import type { ChannelSocket } from './channel-connection.js';

/**
 * Opens one connection to the gateway. WebSocket first; polling only where a proxy lets no WebSocket through. Coming
 * back after a loss is the channel client's business, so the library's own is off.
 */
export function openChannelSocket(url: string, token: string | null = null): ChannelSocket {
  return io(url, {
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    forceNew: true,
    reconnection: false,
    timeout: 5000,
    withCredentials: true,
    auth: { protocol: REALTIME_PROTOCOL, ...(token ? { token } : {}) },
  });
}
