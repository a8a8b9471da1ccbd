import type { Clock } from '../clock/clock.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import type { Breaker, Breakers } from '../health/breaker.js';

const { hosts: hostsMost, livelyMs } = DEPENDENCY_LIMITS.webPush;

interface PushHost {
  breaker: Breaker;
  /** When it last took a message, by the clock; null: not yet. */
  tookAt: number | null;
}

interface Service {
  /** By host, the one used last at the end. */
  hosts: Map<string, PushHost>;
  breaker: () => Breaker;
  show: () => void;
}

/**
 * The hosts of push services. Each has a breaker of its own, for a browser names the host: one that somebody has made up below a
 * service's name keeps nobody from messages at the others. A service is one part of the readiness, and keeps so many hosts in mind.
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
    const tookAt = this.services.get(service)?.hosts.get(host)?.tookAt ?? null;
    return tookAt !== null && this.clock.now() - tookAt <= livelyMs;
  }

  private host(name: string, host: string): PushHost {
    const service = this.services.get(name) ?? this.begin(name);
    const { hosts } = service;
    const found = hosts.get(host) ?? { breaker: service.breaker(), tookAt: null };
    hosts.delete(host);
    hosts.set(host, found);
    const [oldest] = hosts.keys();
    if (hosts.size > hostsMost && oldest !== undefined) {
      hosts.delete(oldest);
      service.show();
    }
    return found;
  }

  private begin(name: string): Service {
    const hosts = new Map<string, PushHost>();
    const members = () => [...hosts.values()].map(({ breaker }) => breaker);
    const service = { hosts, ...this.breakers.group(`push-${name.replace(/^\*\.?/, '') || 'any'}`, members) };
    this.services.set(name, service);
    return service;
  }
}
