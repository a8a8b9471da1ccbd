import { Injectable } from '@nestjs/common';
import webPush from 'web-push';
import { Config, type Configuration } from '../config/config.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { type Breaker, Breakers, RefusedByDependency } from '../health/breaker.js';
import { callOutside, isOk, type OutsideReply } from '../outside/call-outside.js';
import { OutOfReach, type Reach, reachOf } from '../outside/reach.js';
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
  /** One for each service: that one is down keeps no other from its messages. */
  private readonly breakerOf = new Map<string, Breaker>();

  constructor(
    { values }: Config,
    private readonly breakers: Breakers,
  ) {
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

  /** @throws DependencyAway where the service is left alone; Error where it does not answer, or with a fault of its own. */
  async send(target: PushTarget, message: PushMessage): Promise<PushOutcome> {
    const service = pushServiceOf(target.endpoint, this.services, this.reach);
    if (service === null || this.details === null) return { is: 'gone' };
    const { endpoint, headers, body } = requestOf(target, message, this.details);
    const reply = await this.breaker(service).call(async () => {
      const answer = await callOutside(endpoint, {
        method: 'POST',
        headers,
        body,
        limitMs: replyMs,
        bytesMax: replyBytes,
        reach: this.reach,
      }).catch(judged);
      if (answer.status >= 500) throw new Error(`${new URL(endpoint).host} answered ${answer.status}`);
      return answer;
    });
    return outcomeOf(reply);
  }

  private breaker(service: string): Breaker {
    const found = this.breakerOf.get(service) ?? this.breakers.of(`push-${service.replace(/^\*\.?/, '') || 'any'}`);
    this.breakerOf.set(service, found);
    return found;
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
