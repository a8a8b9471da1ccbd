import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type {
  FuturesClosingView,
  FuturesPositionView,
  FuturesProductView,
} from '../../../../server/contract/trading/futures.dto';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import { lotsWords } from '../liquidation';
import { Problem } from '../futures-account';
import rowStyles from './position-rows.module.css';
import { useSheetCommand } from './use-sheet-command';

interface Props {
  position: Pick<FuturesPositionView, 'positionId' | 'closings'>;
  product: FuturesProductView | null;
}

/** The orders that wait to close a position. Nothing when there are none. */
export function Closings({ position: { positionId, closings = [] }, product }: Props) {
  const { t } = useTranslation();
  if (closings.length === 0) return null;
  return (
    <ul className={rowStyles.closings} aria-label={t('futures.closings')}>
      {closings.map((closing) => (
        <Closing key={closing.closingId} positionId={positionId} closing={closing} decimals={product?.priceDecimals} />
      ))}
    </ul>
  );
}

interface ClosingProps {
  positionId: string;
  closing: FuturesClosingView;
  decimals: number | undefined;
}

function Closing({ positionId, closing: { closingId, lots, limitPrice }, decimals }: ClosingProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const cancel = useSheetCommand('close_cancel', stay);
  const words = t('futures.closeAt', {
    lots: lotsWords(lots, t, language),
    price: formatPrice(limitPrice, language, decimals),
  });
  return (
    <li>
      <div>
        <span className="numbers">{words}</span>
        <Button
          variant="subtle"
          size="sm"
          loading={cancel.busy}
          aria-label={`${t('futures.cancelOrder')}: ${words}`}
          onClick={() => void cancel.send(closingId, { id: positionId, closing_id: closingId })}
        >
          {t('futures.cancelOrder')}
        </Button>
      </div>
      {cancel.failure && <Problem text={failureWords(cancel.failure, t)} />}
    </li>
  );
}

/** Nothing was opened for it that would close. */
const stay = () => undefined;
