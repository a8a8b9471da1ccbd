import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NotificationSettingsView } from '../../../../server/contract/account/notifications.dto';
import { type Choice, chooseNotifications, notificationSettings } from './notifications.api';

/**
 * Changes one of the choices: the page shows it at once, the server is told one after the other, and what it refuses is as it
 * was before.
 */
export function useChoice(settings: NotificationSettingsView): (change: Partial<Choice>) => void {
  const queries = useQueryClient();
  const { queryKey } = notificationSettings;
  const { mutate } = useMutation({
    mutationFn: chooseNotifications,
    scope: { id: 'notification-settings' },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  return (change) => {
    const before = queries.getQueryData(queryKey) ?? settings;
    const next = { ...before, ...change };
    void queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, next);
    mutate(next);
  };
}
