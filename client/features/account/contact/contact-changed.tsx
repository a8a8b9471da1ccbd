import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ChangedContact } from './contact-form';
import styles from './contact.module.css';

/** The contact is bound: what it is now, and what waits because of it. */
export function ContactChanged({ changed, onClose }: { changed: ChangedContact; onClose: () => void }) {
  const { t } = useTranslation();
  const { kind, value, holdHours, notifiedOld } = changed;
  return (
    <div className={styles.done} role="status">
      <IconCircleCheck size={40} stroke={1.5} className={styles.icon ?? ''} aria-hidden />
      <h2 className={styles.title}>{t(`contact.done.${kind}`)}</h2>
      <p className={styles.value}>{value}</p>
      {holdHours > 0 && <p className={styles.text}>{t('contact.held', { hours: holdHours })}</p>}
      {notifiedOld && <p className={styles.text}>{t('contact.notifiedOld')}</p>}
      <Button size="lg" fullWidth onClick={onClose}>
        {t('form.done')}
      </Button>
    </div>
  );
}
