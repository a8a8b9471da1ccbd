import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { NotificationSettingsView } from '../../../../server/contract/account/notifications.dto';
import {
  MAILED_BY_CHOICE,
  NOTICE_GROUPS,
  type NoticeGroup,
} from '../../../../server/contract/rules/notifications.rules';
import { TickBox } from '../../../ui/tick-box';
import type { Choice } from './notifications.api';
import styles from './notifications.module.css';

interface Props {
  settings: NotificationSettingsView;
  /** Whether the user has an address to mail to. */
  hasMail: boolean;
  onChange: (change: Partial<Choice>) => void;
}

type Way = 'push' | 'mail';

/** For each group of notices whether devices are told, and whether it is mailed. */
export function GroupChoices({ settings, hasMail, onChange }: Props) {
  const { t } = useTranslation();
  const toggle = (way: Way, group: NoticeGroup, on: boolean) => {
    const chosen = new Set([...settings[way].filter((one) => one !== group), ...(on ? [group] : [])]);
    onChange({ [way]: NOTICE_GROUPS.filter((one) => chosen.has(one)) });
  };
  const box = (way: Way, group: NoticeGroup) => (
    <td>
      <TickBox
        alone
        checked={settings[way].includes(group)}
        disabled={way === 'mail' && !hasMail}
        label={t(way === 'push' ? 'notificationSettings.on' : 'notificationSettings.mailed', {
          what: t(`notificationSettings.groups.${group}`),
        })}
        onChange={(on) => toggle(way, group, on)}
      />
    </td>
  );
  return (
    <section aria-labelledby="notification-kinds">
      <h2 id="notification-kinds" className={styles.heading}>
        {t('notificationSettings.kinds')}
      </h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('notificationSettings.onDevices')}</th>
            <th scope="col">{t('notificationSettings.byMail')}</th>
          </tr>
        </thead>
        <tbody>
          {NOTICE_GROUPS.map((group) => (
            <tr key={group}>
              <th scope="row">{t(`notificationSettings.groups.${group}`)}</th>
              {box('push', group)}
              {MAILED_BY_CHOICE.includes(group) ? (
                box('mail', group)
              ) : (
                <td className={styles.always}>{t('notificationSettings.always')}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.help}>{t('notificationSettings.kindsText')}</p>
      {!hasMail && (
        <p className={styles.help}>
          {t('notificationSettings.noMail')}{' '}
          <Link to="/pages/settings/security/contact?kind=email" className={styles.link}>
            {t('notificationSettings.bindMail')}
          </Link>
        </p>
      )}
    </section>
  );
}
