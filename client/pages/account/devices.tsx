import { useTranslation } from 'react-i18next';
import { DeviceList } from '../../features/account/profile';
import { Column } from '../../ui/column';
import { FormIntro } from '../../ui/form';
import { PageHeader } from '../../ui/page-header';

export default function DevicesPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('security.devices')} back />
      <Column>
        <FormIntro text={t('devices.text')} />
        <DeviceList />
      </Column>
    </>
  );
}
