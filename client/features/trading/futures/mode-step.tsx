import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MARGIN_MODES } from '../../../../server/contract/trading/futures.dto';
import { useAccountType } from '../../../platform/account-type';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { preferMarginMode } from '../futures-account';
import styles from './mode-step.module.css';
import type { Ticket } from './use-ticket';

/** Cross or isolated, and what each means. The choice is kept for the next orders too. */
export function ModeStep({ ticket, onDone }: { ticket: Ticket; onDone: () => void }) {
  const { t } = useTranslation();
  const type = useAccountType();
  const [chosen, setChosen] = useState(ticket.values.marginMode);
  const take = () => {
    ticket.change({ marginMode: chosen });
    // The order names its mode anyway; whether this is remembered decides nothing.
    preferMarginMode(chosen, type).catch(() => undefined);
    onDone();
  };
  return (
    <div className={sheetStyles.step}>
      <div role="radiogroup" aria-label={t('futures.marginMode')} className={styles.modes}>
        {[...MARGIN_MODES].reverse().map((mode) => (
          <label key={mode} className={styles.mode}>
            <input type="radio" name="margin-mode" checked={chosen === mode} onChange={() => setChosen(mode)} />
            <b>{t(`futures.${mode}`)}</b>
            <span>{t(`futures.${mode}Text`)}</span>
          </label>
        ))}
      </div>
      <p className={sheetStyles.note}>{t('futures.modeNote')}</p>
      <Button fullWidth size="lg" onClick={take}>
        {t('futures.takeMode', { mode: t(`futures.${chosen}`) })}
      </Button>
    </div>
  );
}
