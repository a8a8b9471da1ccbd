import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { StayView } from '../../../../server/contract/wallet/own-limits.dto';
import { formatDecimal } from '../../../platform/format';
import { ownStay } from '../../../platform/own-break';
import { useLanguage } from '../../../platform/preferences';
import { Sheet } from '../../../ui/sheet';
import { acknowledge } from './own-limits.api';
import styles from './own-limits.module.css';

/** While somebody wants to be told, the stay is asked for once a minute: that is how it is counted, too. */
const EVERY_MS = 60_000;

/** Says from time to time how long the user is here and what came of it, and stays until that is acknowledged. */
export default function RealityCheck() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    ...ownStay,
    refetchInterval: ({ state }) => (state.data && state.data.check_minutes > 0 ? EVERY_MS : false),
  });
  const go = async () => {
    setBusy(true);
    const stay = await acknowledge().catch(() => null);
    setBusy(false);
    if (stay !== null) queries.setQueryData(ownStay.queryKey, stay);
  };
  const due = data?.due === true;
  return (
    <Sheet title={t('limits.reality.title')} opened={due} onClose={() => void go()}>
      {due && (
        <div className={styles.question}>
          <Said stay={data} />
          <Button fullWidth size="lg" loading={busy} onClick={() => void go()}>
            {t('limits.reality.go')}
          </Button>
          <Button
            fullWidth
            size="lg"
            variant="default"
            component={Link}
            to="/pages/settings/security/limits"
            onClick={() => void go()}
          >
            {t('limits.reality.limits')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

function Said({ stay: { minutes, today_minutes, result } }: { stay: StayView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isLoss = result.startsWith('-');
  const amount = formatDecimal(isLoss ? result.slice(1) : result, language, 2);
  const word = /[1-9]/.test(result) ? (isLoss ? 'lost' : 'won') : 'even';
  return (
    <>
      <p className={styles.span}>{t('limits.reality.here', { minutes })}</p>
      <p className={styles.text}>{t('limits.reality.today', { minutes: Math.max(today_minutes, minutes) })}</p>
      <p className={styles.result}>{t(`limits.reality.${word}`, { amount })}</p>
      <p className={styles.small}>{t('limits.reality.of')}</p>
    </>
  );
}
