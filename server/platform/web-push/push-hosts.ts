import type { Clock } from '../clock/clock.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { Breaker, type Breakers } from '../health/breaker.js';

const { hosts: hostsMost, livelyMs, unaskedMs } = DEPENDENCY_LIMITS.webPush;

interface PushHost {
  breaker: Breaker;
  /** When somebody last wanted to send there, by the clock, also where it was left alone. */
  askedAt: number;
  /** When it last took a message, by the clock; null: not yet. */
  tookAt: number | null;
}

interface Service {
  /** By host, the one used last at the end. */
  hosts: Map<string, PushHost>;
  /** Its name in the readiness and the figure. */
  part: string;
}

/**
 * The hosts of push services. Each has a breaker of its own, for a browser names the host: one that somebody has made up below a
 * service's name keeps nobody from messages at the others. A service is one part of the readiness, and keeps so many hosts in mind.
 *
 * A service is away while a host of it is left alone and none of those that are not has taken a message lately. A host that is left
 * alone and that nobody asks any more is forgotten: nobody would ever find that it is back.
 */
export class PushHosts {
  private readonly services = new Map<string, Service>();

  constructor(
    private readonly breakers: Breakers,
    private readonly clock: Clock,
  ) {}

  breaker(service: string, host: string): Breaker {
    return this.host(service, host).breaker;
  }

  took(service: string, host: string): void {
    this.host(service, host).tookAt = this.clock.now();
  }

  /** Whether the host has taken a message lately, anybody's. */
  isTaking(service: string, host: string): boolean {
    const found = this.services.get(service)?.hosts.get(host);
    return found !== undefined && this.tookLately(found);
  }

  private tookLately({ tookAt }: PushHost): boolean {
    return tookAt !== null && this.clock.now() - tookAt <= livelyMs;
  }

  private host(name: string, host: string): PushHost {
    const { hosts, part } = this.services.get(name) ?? this.begin(name);
    this.forgetUnasked(hosts);
    const found = hosts.get(host) ?? { breaker: new Breaker(part, this.clock), askedAt: 0, tookAt: null };
    found.askedAt = this.clock.now();
    hosts.delete(host);
    hosts.set(host, found);
    const [oldest] = hosts.keys();
    if (hosts.size > hostsMost && oldest !== undefined) hosts.delete(oldest);
    return found;
  }

  private begin(name: string): Service {
    const hosts = new Map<string, PushHost>();
    const members = () => [...hosts.values()].map(({ breaker }) => breaker);
    const isAway = () => {
      this.forgetUnasked(hosts);
      const all = [...hosts.values()];
      const isLeftAlone = all.some(({ breaker }) => breaker.isOpen);
      return isLeftAlone && !all.some((host) => !host.breaker.isOpen && this.tookLately(host));
    };
    const part = `push-${name.replace(/^\*\.?/, '') || 'any'}`;
    this.breakers.group(part, members, isAway);
    const service = { hosts, part };
    this.services.set(name, service);
    return service;
  }

  private forgetUnasked(hosts: Map<string, PushHost>): void {
    const since = this.clock.now() - unaskedMs;
    for (const [host, { breaker, askedAt }] of hosts) if (breaker.isOpen && askedAt < since) hosts.delete(host);
  }
}
