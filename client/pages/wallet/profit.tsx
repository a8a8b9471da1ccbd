import { ActionIcon } from '@mantine/core';
import { IconReceiptTax, IconShare2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PROFIT_ACCOUNTS, type ProfitAccount } from '../../../server/contract/wallet/profit.dto';
import { ShareSheet } from '../../features/trading/profit-share';
import { ExportLink } from '../../features/wallet/exports';
import {
  daysBefore,
  PROFIT_DAYS_KEY,
  profitDaysOf,
  ProfitReport,
  type Range,
  RANGES,
  useDayWords,
  wholeOf,
} from '../../features/wallet/profit';
import { useAccountType } from '../../platform/account-type';
import { serverNow } from '../../platform/server-clock';
import { useAddressChoice } from '../../platform/use-address-choice';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

export default function ProfitPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [search, change] = useAddressChoice();
  const account = PROFIT_ACCOUNTS.find((known) => known === search.get('account')) ?? 'all';
  const range = (Object.keys(RANGES) as Range[]).find((known) => known === search.get('range')) ?? 'days30';
  const actions = (
    <>
      <Share account={account} range={range} />
      <ActionIcon component={Link} to="/pages/assets/tax" aria-label={t('figures.tax.title')}>
        <IconReceiptTax size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ExportLink list="profit.days" />
    </>
  );
  return (
    <>
      <PageHeader title={t('figures.profit.title')} back actions={actions} />
      <Column>
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: PROFIT_DAYS_KEY })}>
          <ProfitReport account={account} range={range} onChoose={change} />
        </PullToRefresh>
      </Column>
    </>
  );
}

/** Nothing to share where nothing is known. */
function Share({ account, range }: { account: ProfitAccount; range: Range }) {
  const { t } = useTranslation();
  const type = useAccountType();
  const dayWords = useDayWords();
  const [opened, setOpened] = useState(false);
  const [today] = useState(() => new Date(serverNow()).toISOString().slice(0, 10));
  const { data } = useQuery(profitDaysOf({ ...daysBefore(today, RANGES[range]), account, type }));
  const whole = data ? wholeOf(data.days) : null;
  if (!whole || whole.percent === null) return null;
  return (
    <>
      <ActionIcon aria-label={t('figures.share.title')} onClick={() => setOpened(true)}>
        <IconShare2 size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ShareSheet
        percent={whole.percent}
        days={t('figures.profit.of', { from: dayWords(whole.from), to: dayWords(whole.to) })}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
