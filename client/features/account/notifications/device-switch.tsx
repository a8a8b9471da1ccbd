import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NotificationSettingsView } from '../../../../server/contract/account/notifications.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { askForPush, pushPermission, unsubscribeFromPush, wantPush } from '../../../platform/push';
import { useSessionUser } from '../../../platform/session';
import { SwitchList, SwitchRow } from '../../../ui/switch-list';
import { subscribeDevice } from './subscribe-device';
import { notificationSettings, unregisterDevice } from './notifications.api';

/** Whether this device is told. The browser asks its user once the switch is pressed, and not before. */
export function DeviceSwitch({ settings }: { settings: NotificationSettingsView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const userId = useSessionUser()?.id ?? null;
  const [permission, setPermission] = useState(pushPermission);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { push_key, subscribed, devices } = settings;
  const isPossible = push_key !== null && (permission === 'ask' || permission === 'granted');
  const switchTo = async (on: boolean) => {
    setProblem(null);
    setBusy(true);
    try {
      if (on) await switchOn();
      else await switchOff();
      await queries.invalidateQueries({ queryKey: notificationSettings.queryKey });
    } catch (failure) {
      setProblem(failure instanceof CallFailed ? failureWords(failure, t) : t('notificationSettings.failed'));
    } finally {
      setBusy(false);
    }
  };
  const switchOn = async () => {
    const isAllowed = await askForPush();
    setPermission(pushPermission());
    if (!isAllowed || push_key === null || userId === null) return;
    await subscribeDevice(push_key);
    wantPush(userId);
  };
  const switchOff = async () => {
    wantPush(null);
    await Promise.all([unregisterDevice(), unsubscribeFromPush()]);
  };
  return (
    <SwitchList
      legend={t('notificationSettings.device')}
      help={
        <>
          <span role="status">{problem ?? (isPossible ? '' : whyNot(permission, push_key))}</span>
          {devices > 0 && <div>{t('notificationSettings.notifiedDevices', { count: devices })}</div>}
        </>
      }
    >
      <SwitchRow
        label={t('notificationSettings.deviceSwitch')}
        text={t('notificationSettings.deviceText')}
        checked={subscribed && isPossible}
        disabled={!isPossible || busy}
        onChange={(on) => void switchTo(on)}
      />
    </SwitchList>
  );

  function whyNot(state: typeof permission, key: string | null): string {
    if (key === null) return t('notificationSettings.unavailable');
    if (state === 'install' || state === 'denied') return t(`notificationSettings.${state}`);
    return t('notificationSettings.unsupported');
  }
}
