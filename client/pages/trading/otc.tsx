import { ActionIcon } from '@mantine/core';
import { IconBuildingStore, IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AdvertMarket, RealMoneyOnly } from '../../features/trading/otc';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function OtcPage() {
  const { t } = useTranslation();
  const actions = (
    <>
      <ActionIcon component={Link} to="/pages/otc/orders" aria-label={t('otc.myOrders')}>
        <IconListDetails size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon component={Link} to="/pages/otc/merchant" aria-label={t('otc.merchantDesk')}>
        <IconBuildingStore size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
    </>
  );
  return (
    <>
      <PageHeader followed title={t('otc.title')} back actions={actions} />
      <Column>
        <RealMoneyOnly>
          <AdvertMarket />
        </RealMoneyOnly>
      </Column>
    </>
  );
}
