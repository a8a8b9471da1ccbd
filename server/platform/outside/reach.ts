import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address.rules.js';

/** Where a call to others may lead: to machines on the open network alone, or to any. */
export type Reach = 'public' | 'any';

/** Of venues and of the provider of text messages, whose names others hold: a name that leads inwards is not followed. */
export function reachOf({
  PROVIDERS_MAY_BE_PRIVATE: setting,
  NODE_ENV,
}: {
  PROVIDERS_MAY_BE_PRIVATE: 'auto' | 'true' | 'false';
  NODE_ENV: string;
}): Reach {
  const mayBePrivate = setting === 'auto' ? NODE_ENV !== 'production' : setting === 'true';
  return mayBePrivate ? 'any' : 'public';
}

/** @throws Error when the address names a machine by its number that the reach does not have; names are judged when they are looked up. */
export function assertWithin({ hostname }: URL, reach: Reach): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (reach === 'public' && isIP(address) !== 0 && isPrivateAddress(address)) throw new OutOfReach(hostname);
}

/** How names are looked up for a connection, so that the addresses that are judged are those that are connected to. */
export function lookupWithin(reach: Reach, resolve: typeof lookup = lookup): LookupFunction | undefined {
  if (reach === 'any') return undefined;
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      // One of several is enough: nobody would know which of them is connected to.
      const isOut = first === undefined || addresses.some(({ address }) => isPrivateAddress(address));
      if (error || isOut) done(error ?? new OutOfReach(hostname), '');
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/** The name leads to this machine, its network, or nowhere. */
export class OutOfReach extends Error {
  constructor(hostname: string) {
    super(`${hostname} is no machine on the open network`);
  }
}
