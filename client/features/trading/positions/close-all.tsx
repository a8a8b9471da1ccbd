import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountType } from '../../../../server/contract/account-type.dto';
import type { FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { lotsWords } from '../liquidation';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { FilterChips } from '../../../ui/filter-chips';
import { Sheet } from '../../../ui/sheet';
import { SideTags } from '../futures-account';
import styles from './close-all.module.css';
import rowStyles from './position-rows.module.css';
import { useSheetCommand } from './use-sheet-command';

type Which = 'all' | 'long' | 'short';
const WIRE: Record<Which, string> = { all: '0', long: '1', short: '2' };

/** Closes everything that is held, or everything of a side, after a look at what that is. */
export function CloseAll({ positions, type }: { positions: readonly FuturesPositionView[]; type: AccountType }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [opened, setOpened] = useState(false);
  const [which, setWhich] = useState<Which>('all');
  const { busy, failure, send, leave } = useSheetCommand('batch_close', () => setOpened(false));
  const meant = positions.filter(({ side }) => which === 'all' || side === which);
  const body = { type: WIRE[which], account_type: type };
  return (
    <div className={styles.closeAll}>
      <Button variant="subtle" size="sm" color="red" onClick={() => setOpened(true)}>
        {t('futures.closeAll')}
      </Button>
      <Sheet title={t('futures.closeAllTitle')} opened={opened} onClose={leave}>
        <div className={sheetStyles.step}>
          <FilterChips
            label={t('futures.side')}
            name="close-all"
            choices={(['all', 'long', 'short'] as const).map((key) => ({ key, label: t(`futures.${key}`) }))}
            chosen={which}
            onChoose={setWhich}
          />
          <ul className={rowStyles.brief}>
            {meant.map((position) => (
              <li key={position.positionId}>
                <span>{position.market}</span>
                <SideTags row={position} />
                <span className="numbers">{lotsWords(position.lots, t, language)}</span>
              </li>
            ))}
          </ul>
          <p className={sheetStyles.note}>{t('futures.closeAllText')}</p>
          {failure && (
            <p className={sheetStyles.problem} role="alert">
              {failureWords(failure, t)}
            </p>
          )}
          <Button
            fullWidth
            size="lg"
            color="red"
            loading={busy}
            disabled={meant.length === 0}
            onClick={() => void send(JSON.stringify(body), body)}
          >
            {t('futures.closeCount', { count: meant.length })}
          </Button>
          <Button fullWidth size="lg" variant="default" disabled={busy} onClick={leave}>
            {t('futures.keep')}
          </Button>
        </div>
      </Sheet>
    </div>
  );
}
