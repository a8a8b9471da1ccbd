import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrustOrderView } from '../../../server/contract/trading/trust.dto';
import { Sheet } from '../../ui/sheet';
import { RedemptionQuote } from './redemption-quote';
import styles from './trust.module.css';

/** The way out of an order before its end: exact figures first, then the decision. */
export function EarlyRedemption({ order }: { order: TrustOrderView }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <div className={styles.actions}>
      <Button variant="default" fullWidth size="lg" onClick={() => setOpened(true)}>
        {t('trust.redeemEarly')}
      </Button>
      <Sheet title={t('trust.redeemTitle')} opened={opened} onClose={() => setOpened(false)}>
        <RedemptionQuote order={order} onClose={() => setOpened(false)} />
      </Sheet>
    </div>
  );
}
