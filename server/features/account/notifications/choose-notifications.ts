import { Injectable } from '@nestjs/common';
import type {
  NotificationSettingsRequest,
  NotificationSettingsView,
} from '../../../contract/account/notifications.dto.js';
import {
  groupWords,
  type NoticeGroup,
  readGroups,
  readTimeOfDay,
  timeOfDayText,
} from '../../../contract/rules/notifications.rules.js';
import { zoneNamed } from '../../../contract/rules/time-zone.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { DeliveriesStore } from './deliveries.store.js';
import type { NotificationChoice } from './notification-choice.js';
import { NotificationSettingsStore } from './notification-settings.store.js';
import { type QuietHours, quietEnd } from './quiet-hours.rules.js';
import { ManagePushDevices } from './manage-push-devices.js';

/** What a user is told of outside of the app, and when not. */
@Injectable()
export class ChooseNotifications {
  constructor(
    private readonly store: NotificationSettingsStore,
    private readonly deliveries: DeliveriesStore,
    private readonly devices: ManagePushDevices,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async read({ userId, sessionId }: CurrentSession): Promise<NotificationSettingsView> {
    const { choice, zone } = await this.store.read(userId);
    const subscribed = await this.devices.subscribedSessions(userId);
    return {
      push: groupWords(choice.push),
      mail: groupWords(choice.mail),
      quiet_from: choice.quiet === null ? '' : timeOfDayText(choice.quiet.from),
      quiet_until: choice.quiet === null ? '' : timeOfDayText(choice.quiet.until),
      zone,
      urgent_through: choice.urgentThrough,
      hide_amounts: choice.hideAmounts,
      push_key: this.devices.publicKey,
      devices: subscribed.length,
      subscribed: subscribed.includes(sessionId),
    };
  }

  /**
   * From the commit on; what waits to be told goes by the new choice, too.
   * @throws Refusal `notifications.zone-unknown`, `notifications.quiet-hours`, `request.invalid`.
   */
  async execute(userId: string, request: NotificationSettingsRequest): Promise<void> {
    const zone = zoneNamed(request.zone);
    if (zone === null) throw new Refusal('notifications.zone-unknown');
    const choice = choiceOf({ ...request, zone });
    const now = new Date(this.clock.now());
    const heldUntil = (choice.quiet === null ? null : quietEnd(now, choice.quiet)) ?? now;
    await this.transactions.run(async (tx) => {
      await this.store.write(tx, userId, { ...choice, zone, at: now });
      await this.deliveries.rearrange(tx, userId, choice, heldUntil);
    });
  }
}

function choiceOf(request: NotificationSettingsRequest): NotificationChoice {
  return {
    push: groupsOf('push', request.push),
    mail: groupsOf('mail', request.mail),
    quiet: quietOf(request),
    urgentThrough: request.urgent_through === '1',
    hideAmounts: request.hide_amounts === '1',
  };
}

function groupsOf(field: 'push' | 'mail', text: string): NoticeGroup[] {
  const groups = readGroups(text === '' ? [] : text.split(','));
  if (groups === null) throw new Refusal('request.invalid', { field });
  return groups;
}

function quietOf({ quiet_from, quiet_until, zone }: NotificationSettingsRequest): QuietHours | null {
  const from = readTimeOfDay(quiet_from);
  const until = readTimeOfDay(quiet_until);
  if (from === null && until === null) return null;
  if (from === null || until === null || from === until) throw new Refusal('notifications.quiet-hours');
  return { from, until, zone };
}
