import { IconClockPause, IconMailForward } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './contact.module.css';

interface Props {
  holdHours: number;
  tellsOld: boolean;
}

/** What follows from another contact, said before it is bound. */
export function ContactNotes({ holdHours, tellsOld }: Props) {
  const { t } = useTranslation();
  if (holdHours === 0 && !tellsOld) return null;
  return (
    <ul className={styles.notes}>
      {holdHours > 0 && (
        <li className={styles.note}>
          <IconClockPause size={18} stroke={1.8} aria-hidden />
          {t('contact.hold', { hours: holdHours })}
        </li>
      )}
      {tellsOld && (
        <li className={styles.note}>
          <IconMailForward size={18} stroke={1.8} aria-hidden />
          {t('contact.tellsOld')}
        </li>
      )}
    </ul>
  );
}
