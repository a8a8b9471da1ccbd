import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ComplaintForm } from '../../features/account/complaints';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { toast } from '../../ui/toast';

/** A new complaint; sent, it is shown with its number and the day of its answer. */
export default function ComplaintWritePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t('complaints.write')} back />
      <Column>
        <ComplaintForm
          onSent={({ id }) => {
            toast(t('complaints.sent', { number: id }));
            void navigate(`/pages/complaints/detail?id=${id}`, { replace: true });
          }}
        />
      </Column>
    </>
  );
}
