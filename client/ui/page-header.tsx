import { ActionIcon } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ConnectionNote } from './connection-note';
import styles from './page-header.module.css';

interface Props {
  title: ReactNode;
  /** Shows the way back; where there is no history it leads home. */
  back?: boolean;
  /** What stands before the title instead of the way back. */
  leading?: ReactNode;
  /** One or two actions. */
  actions?: ReactNode;
  wide?: boolean;
  /** What the page shows is kept up to date by the stream: where it is cut, the header says so. */
  followed?: boolean;
}

export function PageHeader({ title, back = false, leading, actions, wide = false, followed = false }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goBack = () => {
    const hasHistory = (window.history.state as { idx?: number } | null)?.idx;
    void (hasHistory ? navigate(-1) : navigate('/pages/index/index', { replace: true }));
  };
  return (
    <header className={styles.header}>
      <div className={styles.row} data-wide={wide || undefined}>
        {back && (
          <ActionIcon aria-label={t('common.back')} onClick={goBack} className={styles.back ?? ''}>
            <IconChevronLeft size={24} stroke={1.8} aria-hidden />
          </ActionIcon>
        )}
        {leading}
        <div className={styles.title}>{typeof title === 'string' ? <h1>{title}</h1> : title}</div>
        {followed && <ConnectionNote />}
        {actions}
      </div>
    </header>
  );
}
