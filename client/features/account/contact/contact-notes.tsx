import { IconMailForward } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { HoldNote, type ProofNeeds } from '../profile';
import styles from './contact.module.css';

interface Props {
  needs: ProofNeeds;
  notifiesOld: boolean;
}

/** What follows from another contact, said before it is bound. */
export function ContactNotes({ needs, notifiesOld }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.notes}>
      <HoldNote needs={needs} />
      {notifiesOld && (
        <p className={styles.note}>
          <IconMailForward size={18} stroke={1.8} aria-hidden />
          {t('contact.notifiesOld')}
        </p>
      )}
    </div>
  );
}
