import { Injectable } from '@nestjs/common';
import webPush from 'web-push';
import { Config, type Configuration } from '../config/config.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { Clock } from '../clock/clock.js';
import { Breakers, RefusedByDependency } from '../health/breaker.js';
import { callOutside, isOk, type OutsideReply } from '../outside/call-outside.js';
import { OutOfReach, type Reach, reachOf } from '../outside/reach.js';
import { PushHosts } from './push-hosts.js';
import { pushServiceOf } from './push-service.js';
import { publicKeyOf } from './web-push-key.js';

const { replyMs, replyBytes } = DEPENDENCY_LIMITS.webPush;

/** A browser's subscription. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  /** JSON for the service worker; sealed for the browser alone. */
  payload: string;
  /** For how long the service keeps it for a device that is away. */
  ttlSeconds: number;
  /** Of several that wait for a device with the same topic the service keeps the last one. */
  topic: string;
  isUrgent: boolean;
}

/** `gone`: the browser has no such subscription any more. `refused`: this message is taken from nobody. */
export type PushOutcome = { is: 'sent' | 'gone' | 'refused' } | { is: 'later'; afterMs: number | null };

/** Sends messages to browsers by the push services that these have named (Web Push, RFC 8030, sealed by RFC 8291). */
@Injectable()
export class PushSender {
  private readonly services: readonly string[];
  private readonly reach: Reach;
  private readonly details: { subject: string; publicKey: string; privateKey: string } | null;
  private readonly hosts: PushHosts;

  constructor({ values }: Config, breakers: Breakers, clock: Clock) {
    this.hosts = new PushHosts(breakers, clock);
    this.services = values.WEB_PUSH_SERVICES;
    this.reach = reachOf(values);
    const { WEB_PUSH_PRIVATE_KEY: privateKey } = values;
    const isOn = privateKey !== '' && this.services.length > 0;
    this.details = isOn ? { subject: subjectOf(values), publicKey: publicKeyOf(privateKey), privateKey } : null;
  }

  /** The key under which browsers subscribe; null: there is no Web Push here. */
  get publicKey(): string | null {
    return this.details?.publicKey ?? null;
  }

  /** Whether the address is one of a push service that we call. */
  takes(endpoint: string): boolean {
    return pushServiceOf(endpoint, this.services, this.reach) !== null;
  }

  /** Whether the host of the address takes messages of others: what fails there again and again has a fault of its own. */
  isTaking(endpoint: string): boolean {
    const service = pushServiceOf(endpoint, this.services, this.reach);
    return service !== null && this.hosts.isTaking(service, new URL(endpoint).host);
  }

  /** @throws DependencyAway where the service is left alone; Error where it does not answer, or with a fault of its own. */
  async send(target: PushTarget, message: PushMessage): Promise<PushOutcome> {
    const service = pushServiceOf(target.endpoint, this.services, this.reach);
    if (service === null || this.details === null) return { is: 'gone' };
    const { endpoint, headers, body } = requestOf(target, message, this.details);
    const { host } = new URL(target.endpoint);
    const reply = await this.hosts.breaker(service, host).call(async () => {
      const answer = await callOutside(endpoint, {
        method: 'POST',
        headers,
        body,
        limitMs: replyMs,
        bytesMax: replyBytes,
        reach: this.reach,
      }).catch(judged);
      if (answer.status >= 500) throw new Error(`${host} answered ${answer.status}`);
      return answer;
    });
    const outcome = outcomeOf(reply);
    if (outcome.is === 'sent') this.hosts.took(service, host);
    return outcome;
  }
}

/** A name that nobody has is the fault of whoever gave it: others' messages go on. */
function judged(error: Error): never {
  const isNobody = 'code' in error && error.code === 'ENOTFOUND';
  throw isNobody || error instanceof OutOfReach ? new RefusedByDependency(error.message, { cause: error }) : error;
}

type Details = { subject: string; publicKey: string; privateKey: string };

function requestOf({ endpoint, p256dh, auth }: PushTarget, message: PushMessage, vapidDetails: Details) {
  const { payload, ttlSeconds, topic, isUrgent } = message;
  const made = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails,
    TTL: ttlSeconds,
    topic,
    urgency: isUrgent ? 'high' : 'normal',
    contentEncoding: 'aes128gcm',
  });
  const headers = Object.fromEntries(
    Object.entries(made.headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name.toLowerCase(), value]),
  );
  return { endpoint: made.endpoint, headers, body: made.body as Buffer };
}

function outcomeOf({ status, headers, ...reply }: OutsideReply): PushOutcome {
  if (isOk({ status, headers, ...reply })) return { is: 'sent' };
  if (status === 404 || status === 410) return { is: 'gone' };
  if (status !== 429) return { is: 'refused' };
  const seconds = headers['retry-after'] ?? '';
  return { is: 'later', afterMs: /^\d{1,6}$/.test(seconds) ? Number.parseInt(seconds, 10) * 1000 : null };
}

function subjectOf({
  WEB_PUSH_SUBJECT,
  PUBLIC_URL,
  MAIL_FROM,
}: Pick<Configuration, 'WEB_PUSH_SUBJECT' | 'PUBLIC_URL' | 'MAIL_FROM'>): string {
  if (WEB_PUSH_SUBJECT !== '') return WEB_PUSH_SUBJECT;
  return PUBLIC_URL.startsWith('https://') ? new URL(PUBLIC_URL).origin : `mailto:${MAIL_FROM}`;
}
