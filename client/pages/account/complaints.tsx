import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ComplaintList } from '../../features/account/complaints';
import { ExportLink } from '../../features/wallet/exports';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import styles from './complaints.module.css';

/** The user's own complaints, and the way to a new one. */
export default function ComplaintsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('pages.complaints')} back followed actions={<ExportLink list="complaints.own" />} />
      <Column>
        <div className={styles.top}>
          <Button component={Link} to="/pages/complaints/write" fullWidth size="lg">
            {t('complaints.write')}
          </Button>
        </div>
        <ComplaintList />
      </Column>
    </>
  );
}
