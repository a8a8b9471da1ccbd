import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/failure-words';
import { ErrorState } from '../../../ui/error-state';
import { SwitchList, SwitchRow } from '../../../ui/switch-list';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { useUser } from '../profile';
import { DeviceSwitch } from './device-switch';
import { GroupChoices } from './group-choices';
import { notificationSettings } from './notifications.api';
import { QuietHours } from './quiet-hours';
import { useChoice } from './use-choice';
import type { NotificationSettingsView } from '../../../../server/contract/account/notifications.dto';

/** What the user is told of outside of the app, by what, and when not. Each change counts at once. */
export function NotificationChoices() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(notificationSettings);
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  return data ? <Choices settings={data} /> : <CardSkeleton rows={6} />;
}

function Choices({ settings }: { settings: NotificationSettingsView }) {
  const { t } = useTranslation();
  const user = useUser();
  const change = useChoice(settings);
  return (
    <>
      <DeviceSwitch settings={settings} />
      <GroupChoices settings={settings} hasMail={!user || user.email !== ''} onChange={change} />
      <QuietHours settings={settings} onChange={change} />
      <SwitchList legend={t('notificationSettings.privacy')}>
        <SwitchRow
          label={t('notificationSettings.hide')}
          text={t('notificationSettings.hideText')}
          checked={settings.hide_amounts}
          onChange={(hide_amounts) => change({ hide_amounts })}
        />
      </SwitchList>
    </>
  );
}
