import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { Problem, SideTags } from '../futures-account';

interface Props {
  row: FuturesPositionView;
  /** What it was for. */
  order: string;
  /** How the order ended. */
  words: string;
  onLeave: () => void;
}

/** Stands in place of the form of an order that has ended meanwhile: there is nothing left to change. */
export function OverNote({ row, order, words, onLeave }: Props) {
  const { t } = useTranslation();
  return (
    <div className={sheetStyles.step}>
      <SideTags row={row} />
      <p className={`numbers ${sheetStyles.note}`}>{order}</p>
      <Problem text={words} />
      <Button fullWidth size="lg" variant="default" onClick={onLeave}>
        {t('common.close')}
      </Button>
    </div>
  );
}
