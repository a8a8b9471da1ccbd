import { ActionIcon } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { RealMoneyOnly } from '../../features/wallet/demo';
import { TransferForm } from '../../features/wallet/transfers';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function TransferPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const record = (
    <ActionIcon component={Link} to="/pages/transfer/record" aria-label={t('wallet.transferRecord')}>
      <IconListDetails size={22} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
  const wish = { from: search.get('from'), to: search.get('to'), coin: search.get('coin') ?? search.get('currency') };
  return (
    <>
      <PageHeader title={t('wallet.transfer')} back actions={record} />
      <Column>
        <RealMoneyOnly>
          <TransferForm wish={wish} />
        </RealMoneyOnly>
      </Column>
    </>
  );
}
