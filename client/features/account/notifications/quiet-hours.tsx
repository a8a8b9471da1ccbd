import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NotificationSettingsView } from '../../../../server/contract/account/notifications.dto';
import { readTimeOfDay } from '../../../../server/contract/rules/notifications.rules';
import { SwitchList, SwitchRow } from '../../../ui/switch-list';
import { type Choice, ownZone } from './notifications.api';
import styles from './notifications.module.css';

interface Props {
  settings: NotificationSettingsView;
  onChange: (change: Partial<Choice>) => void;
}

const NIGHT = { quiet_from: '22:00', quiet_until: '07:00' };

/** When nothing is told, in the time of the place where the user lives. */
export function QuietHours({ settings, onChange }: Props) {
  const { t } = useTranslation();
  const { quiet_from, quiet_until, urgent_through } = settings;
  const isOn = quiet_from !== '';
  return (
    <SwitchList
      legend={t('notificationSettings.quiet')}
      help={isOn && <Zone zone={settings.zone} onChange={(zone) => onChange({ zone })} />}
    >
      <SwitchRow
        label={t('notificationSettings.quiet')}
        text={t('notificationSettings.quietText')}
        checked={isOn}
        onChange={(on) => onChange(on ? { ...NIGHT, zone: ownZone() } : { quiet_from: '', quiet_until: '' })}
      />
      {isOn && (
        <Times
          key={`${quiet_from} ${quiet_until}`}
          from={quiet_from}
          until={quiet_until}
          onChange={(from, until) => onChange({ quiet_from: from, quiet_until: until })}
        />
      )}
      {isOn && (
        <SwitchRow
          label={t('notificationSettings.urgent')}
          text={t('notificationSettings.urgentText')}
          checked={urgent_through}
          onChange={(on) => onChange({ urgent_through: on })}
        />
      )}
    </SwitchList>
  );
}

interface TimesProps {
  from: string;
  until: string;
  onChange: (from: string, until: string) => void;
}

/** What is typed counts once it is left, and once the two are times that differ. */
function Times({ from, until, onChange }: TimesProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState({ from, until });
  const isSame = typed.from === typed.until && typed.from !== '';
  const leave = () => {
    const isWhole = readTimeOfDay(typed.from) !== null && readTimeOfDay(typed.until) !== null;
    if (!isWhole) setTyped({ from, until });
    else if (!isSame && (typed.from !== from || typed.until !== until)) onChange(typed.from, typed.until);
  };
  return (
    <div className={styles.times}>
      {(['from', 'until'] as const).map((end) => (
        <label key={end} className={styles.time}>
          <span>{t(`notificationSettings.${end}`)}</span>
          <input
            type="time"
            value={typed[end]}
            aria-invalid={isSame}
            aria-describedby={isSame ? 'quiet-same' : undefined}
            onChange={({ currentTarget }) => setTyped({ ...typed, [end]: currentTarget.value })}
            onBlur={leave}
          />
        </label>
      ))}
      {isSame && (
        <p id="quiet-same" role="alert" className={styles.problem}>
          {t('notificationSettings.same')}
        </p>
      )}
    </div>
  );
}

function Zone({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const { t } = useTranslation();
  const own = ownZone();
  return (
    <>
      {t('notificationSettings.zone', { zone })}
      {zone !== own && (
        <button type="button" className={styles.ownZone} onClick={() => onChange(own)}>
          {t('notificationSettings.useZone', { zone: own })}
        </button>
      )}
    </>
  );
}
