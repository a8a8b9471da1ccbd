import { Button } from '@mantine/core';
import { IconHeadset } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './deposits.module.css';

/** There is nowhere to send anything to yet. */
export function NotConfigured({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.none} role="note">
      <IconHeadset size={28} stroke={1.6} aria-hidden />
      <p>{text}</p>
      <Button variant="light" component={Link} to="/pages/help/center/chat">
        {t('about.support')}
      </Button>
    </div>
  );
}
