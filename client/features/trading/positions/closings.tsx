import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FuturesClosingView } from '../../../../server/contract/trading/futures.dto';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import { lotsWords } from '../liquidation';
import { Problem } from '../futures-account';
import type { PositionProps } from './position-card';
import rowStyles from './position-rows.module.css';
import { useSheetCommand } from './use-sheet-command';

interface Props extends Pick<PositionProps, 'position' | 'product'> {
  /** Asks for the sheet that changes one. Its sheet is its caller's: it has to say what became of an order that goes meanwhile. */
  onAmend: (closing: FuturesClosingView) => void;
}

/** The orders that wait to close a position. Nothing when there are none. */
export function Closings(props: Props) {
  const { t } = useTranslation();
  const { closings = [] } = props.position;
  if (closings.length === 0) return null;
  return (
    <ul className={rowStyles.closings} aria-label={t('futures.closings')}>
      {closings.map((closing) => (
        <Closing key={closing.closingId} {...props} closing={closing} />
      ))}
    </ul>
  );
}

function Closing({ closing, position, product, onAmend }: Props & { closing: FuturesClosingView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const cancel = useSheetCommand('close_cancel', stay);
  const { closingId, lots, limitPrice } = closing;
  const words = t('futures.closeAt', {
    lots: lotsWords(lots, t, language),
    price: formatPrice(limitPrice, language, product?.priceDecimals),
  });
  return (
    <li>
      <div>
        <span className="numbers">{words}</span>
        <span className={rowStyles.closingActions}>
          <Button
            variant="subtle"
            size="sm"
            aria-label={`${t('futures.amend')}: ${words}`}
            onClick={() => onAmend(closing)}
          >
            {t('futures.amend')}
          </Button>
          <Button
            variant="subtle"
            size="sm"
            loading={cancel.busy}
            aria-label={`${t('futures.cancelOrder')}: ${words}`}
            onClick={() => void cancel.send(closingId, { id: position.positionId, closing_id: closingId })}
          >
            {t('futures.cancelOrder')}
          </Button>
        </span>
      </div>
      {cancel.failure && <Problem text={failureWords(cancel.failure, t)} />}
    </li>
  );
}

/** Nothing was opened for it that would close. */
const stay = () => undefined;
