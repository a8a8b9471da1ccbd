import { Injectable, Logger } from '@nestjs/common';
import { DEFAULT_LANGUAGE, languageOf } from '../../../contract/languages/index.js';
import type { NoticeGroup } from '../../../contract/rules/notifications.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { DEPENDENCY_LIMITS } from '../../../platform/config/dependency-limits.js';
import { DependencyAway } from '../../../platform/health/breaker.js';
import { inLanes } from '../../../platform/jobs/in-lanes.js';
import { inPages } from '../../../platform/jobs/in-pages.js';
import { type PushOutcome, PushSender } from '../../../platform/web-push/push-sender.js';
import { FindDeadSessions } from '../sessions/index.js';
import { CountUnread } from './count-unread.js';
import { DeliveriesStore, type DueDelivery } from './deliveries.store.js';
import { heldUntil } from './plan-delivery.rules.js';
import { pushMessage } from './push-message.js';
import { PushSubscriptionsStore, type SubscriptionRow } from './push-subscriptions.store.js';

const {
  atOnce,
  tries: triesMost,
  firstPauseMs,
  pauseMostMs,
  replyMs,
  failures: failuresMost,
  failingMs,
} = DEPENDENCY_LIMITS.webPush;
const CLAIMED_AT_ONCE = 40;
/** Longer than all that is claimed at once can take: what a worker that died had claimed is due again then. */
const CLAIM_MS = Math.ceil(CLAIMED_AT_ONCE / atOnce) * replyMs + 10_000;
/** A service that is left alone is looked at again so soon. */
const AWAY_MS = 15_000;

/**
 * Sends what is due to devices. Each message is claimed by one worker and noted as sent once the push service has it. A worker
 * that dies between the two leaves it to be sent again: it bears the notice's number, and takes the place of the first.
 */
@Injectable()
export class SendPushes {
  private readonly logger = new Logger('WebPush');

  constructor(
    private readonly store: DeliveriesStore,
    private readonly subscriptions: PushSubscriptionsStore,
    private readonly countUnread: CountUnread,
    private readonly sender: PushSender,
    private readonly findDeadSessions: FindDeadSessions,
    private readonly clock: Clock,
  ) {}

  /** @returns how many were looked at. */
  execute(): Promise<number> {
    return inPages(
      CLAIMED_AT_ONCE,
      (limit) => this.store.claimPushes(this.now(), this.now(CLAIM_MS), limit),
      (ids) => this.send(ids),
    );
  }

  private async send(ids: readonly string[]): Promise<number> {
    const due = await this.store.read(ids);
    const devices = await this.liveDevices(due.flatMap(({ subscriptionId }) => subscriptionId ?? []));
    await inLanes(due, atOnce, async (delivery) => {
      const device = devices.get(delivery.subscriptionId ?? '');
      if (device) await this.sendOne(delivery, device);
    });
    return ids.length;
  }

  /** By their numbers; those of logins that have ended are forgotten, with all that was to be sent to them. */
  private async liveDevices(ids: readonly string[]): Promise<Map<string, SubscriptionRow>> {
    const found = await this.subscriptions.byIds([...new Set(ids)]);
    const dead = await this.findDeadSessions.execute(found.map(({ sessionId }) => sessionId));
    const gone = found.filter(({ sessionId }) => dead.has(sessionId));
    if (gone.length > 0) await this.subscriptions.remove(gone.map(({ id }) => id));
    return new Map(found.filter(({ sessionId }) => !dead.has(sessionId)).map((row) => [row.id, row]));
  }

  private async sendOne(delivery: DueDelivery, device: SubscriptionRow): Promise<void> {
    const { id, expiresAt } = delivery;
    if (expiresAt <= this.now()) {
      await this.store.endPush(delivery, 'expired', this.now());
      return;
    }
    const held = heldUntil(delivery.group as NoticeGroup, delivery.quiet, this.now());
    if (held !== null) {
      await (held >= expiresAt
        ? this.store.endPush(delivery, 'expired', this.now())
        : this.store.putOff([id], held, false));
      return;
    }
    const language = languageOf(delivery.language) ?? DEFAULT_LANGUAGE;
    try {
      const unread = await this.countUnread.execute(delivery.userId, language);
      const outcome = await this.sender.send(device, pushMessage(delivery, { now: this.clock.now(), unread }));
      await this.note(delivery, device, outcome);
    } catch (error) {
      if (error instanceof DependencyAway) await this.store.putOff([id], this.now(AWAY_MS), false);
      else {
        this.logger.warn(`A message to a device was not taken: ${error instanceof Error ? error.message : 'unknown'}`);
        await this.tryAgain(delivery, null);
        await this.failed(device);
      }
    }
  }

  private async note(delivery: DueDelivery, device: SubscriptionRow, outcome: PushOutcome): Promise<void> {
    if (outcome.is === 'gone') await this.subscriptions.remove([device.id]);
    else if (outcome.is === 'later') {
      await this.tryAgain(delivery, outcome.afterMs);
      await this.failed(device);
    } else {
      if (outcome.is === 'refused') this.logger.error(`${new URL(device.endpoint).host} refused a message`);
      await this.store.endPush(delivery, outcome.is, this.now());
      if (outcome.is === 'refused') await this.failed(device);
      else if (device.failures > 0) await this.subscriptions.took(device.id);
    }
  }

  /** A device that takes nothing for days, while its service takes what is for others, is none any more. */
  private async failed({ id, endpoint }: SubscriptionRow): Promise<void> {
    if (!this.sender.isTaking(endpoint)) return;
    const { failures, since } = await this.subscriptions.failed(id, this.now());
    if (failures < failuresMost || since > this.now(-failingMs)) return;
    this.logger.warn(
      `A device was forgotten: ${new URL(endpoint).host} took nothing for it ${failures} times in a row`,
    );
    await this.subscriptions.remove([id]);
  }

  private async tryAgain(delivery: DueDelivery, afterMs: number | null): Promise<void> {
    const { id, tries, expiresAt } = delivery;
    const pauseMs = Math.min(pauseMostMs, Math.max(afterMs ?? 0, firstPauseMs * 2 ** (tries - 1)));
    if (tries >= triesMost) await this.store.endPush(delivery, 'failed', this.now());
    else if (this.now(pauseMs) >= expiresAt) await this.store.endPush(delivery, 'expired', this.now());
    else await this.store.putOff([id], this.now(pauseMs), true);
  }

  private now(laterMs = 0): Date {
    return new Date(this.clock.now() + laterMs);
  }
}
