import { useTranslation } from 'react-i18next';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { cancelExit } from './spot-orders.api';
import { TakeBack } from './take-back';

/** Takes back the take-profit and stop-loss that a purchase was to leave behind. */
export function CancelExit({ order }: { order: SpotOrderView }) {
  const { t } = useTranslation();
  const question = {
    title: t('spot.exitCancelQuestion'),
    text: t('spot.exitCancelText'),
    action: t('spot.exitCancel'),
    dismissLabel: t('spot.exitKeep'),
  };
  return (
    <TakeBack order={order} intent="cancel-exit" send={cancelExit} label={t('spot.exitCancel')} question={question} />
  );
}
