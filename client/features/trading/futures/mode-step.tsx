import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FuturesMarginMode, MARGIN_MODES } from '../../../../server/contract/trading/futures.dto';
import { useAccountType } from '../../../platform/account-type';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { WHOLE_RADIO } from '../../../ui/whole-radio';
import { preferMarginMode } from '../futures-account';
import styles from './mode-step.module.css';
import type { Ticket } from './use-ticket';

const GROUP_CLASSES = { label: styles.legend ?? '' };
const CLASSES = {
  root: styles.mode ?? '',
  ...WHOLE_RADIO,
  label: styles.label ?? '',
};

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
      <Radio.Group<FuturesMarginMode>
        label={t('futures.marginMode')}
        name="margin-mode"
        value={chosen}
        onChange={setChosen}
        classNames={GROUP_CLASSES}
      >
        <div className={styles.modes}>
          {[...MARGIN_MODES].reverse().map((mode) => (
            <Radio
              key={mode}
              value={mode}
              classNames={CLASSES}
              label={
                <>
                  <b>{t(`futures.${mode}`)}</b>
                  <span className={styles.meaning}>{t(`futures.${mode}Text`)}</span>
                </>
              }
            />
          ))}
        </div>
      </Radio.Group>
      <p className={sheetStyles.note}>{t('futures.modeNote')}</p>
      <Button fullWidth size="lg" onClick={take}>
        {t('futures.takeMode', { mode: t(`futures.${chosen}`) })}
      </Button>
    </div>
  );
}
