import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DEMO_GRANT } from '../../../../server/contract/wallet/demo.dto';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { NoteCard } from '../../../ui/note-card';
import { demoState } from './demo.api';
import { useDemo } from './use-demo';
import { useTopUp } from './use-top-up';

/** On the pages of the assets: the way into the demo, or what can be done with its money. */
export function DemoCard() {
  const { t } = useTranslation();
  const grant = formatDecimal(DEMO_GRANT, useLanguage());
  const { isDemo, busy, enter, leave } = useDemo();
  const topUp = useTopUp();
  const { data } = useQuery({ ...demoState, enabled: isDemo });
  if (!isDemo) {
    return (
      <NoteCard
        title={t('demo.title')}
        text={t('demo.inviteText', { grant })}
        actions={
          <Button size="sm" mih={44} variant="light" loading={busy} onClick={enter}>
            {t('demo.enter')}
          </Button>
        }
      />
    );
  }
  return (
    <NoteCard
      title={t('demo.title')}
      text={t('demo.moneyText', { grant })}
      actions={
        <>
          <Button size="sm" mih={44} loading={topUp.busy} disabled={data?.can_top_up === false} onClick={topUp.topUp}>
            {t('demo.topUp')}
          </Button>
          <Button size="sm" mih={44} variant="light" disabled={busy} onClick={leave}>
            {t('demo.leaveLong')}
          </Button>
        </>
      }
    />
  );
}
