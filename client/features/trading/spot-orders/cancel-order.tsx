import { useTranslation } from 'react-i18next';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { withoutClosingZeros } from '../../../ui/money-text';
import { codesOf, restOf } from './order-state';
import { cancelOrder } from './spot-orders.api';
import { TakeBack } from './take-back';

const send = ({ id, account_type }: SpotOrderView, key: string) => cancelOrder(id, account_type, key);

/** Takes the rest of an open order back. */
export function CancelOrder({ order }: { order: SpotOrderView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rest = `${formatDecimal(withoutClosingZeros(restOf(order)), language)} ${codesOf(order).base}`;
  const question = {
    title: t('spot.cancelQuestion'),
    text: t('spot.cancelText', { rest }),
    action: t('spot.cancelLong'),
    dismissLabel: t('spot.keep'),
  };
  return <TakeBack order={order} intent="cancel" send={send} label={t('spot.cancel')} question={question} />;
}
