import { queryOptions } from '@tanstack/react-query';
import type {
  NotificationSettingsRequest,
  NotificationSettingsView,
} from '../../../../server/contract/account/notifications.dto';
import { get, post } from '../../../platform/api';
import type { PushFields } from '../../../platform/push';
import { OWN } from '../../../platform/queries';

/** The caller shows what went wrong in place, or nothing is lost. */
const QUIET = { quiet: true };

export const notificationSettings = queryOptions({
  queryKey: [OWN, 'notification-settings'],
  queryFn: ({ signal }) => get<NotificationSettingsView>('notifications/settings', {}, { ...QUIET, signal }),
});

/** What the user chooses on the page; the rest of the reply is told. */
export type Choice = Omit<NotificationSettingsView, 'push_key' | 'devices' | 'subscribed'>;

export function chooseNotifications(choice: Choice): Promise<NotificationSettingsView> {
  const { push, mail, urgent_through, hide_amounts, quiet_from, quiet_until, zone } = choice;
  const request: NotificationSettingsRequest = {
    push: push.join(','),
    mail: mail.join(','),
    quiet_from,
    quiet_until,
    zone: zone || ownZone(),
    urgent_through: urgent_through ? '1' : '0',
    hide_amounts: hide_amounts ? '1' : '0',
  };
  return post<NotificationSettingsView>('notifications/settings', { ...request });
}

export function registerDevice(fields: PushFields): Promise<unknown> {
  return post('notifications/device', { ...fields }, QUIET);
}

export function unregisterDevice(): Promise<unknown> {
  return post('notifications/device/end', {});
}

/** The time zone of this device. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
