import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { ErrorState } from '../../../ui/error-state';
import { NoticePanel } from '../../../ui/notice-panel';

const WAYS = {
  order: { to: '/pages/otc/orders', label: 'otc.myOrders' },
  advert: { to: '/pages/otc/index', label: 'otc.title' },
} as const;

interface Props {
  what: keyof typeof WAYS;
  error: Error;
  onRetry: () => void;
}

/** What stands where an order or an advert could not be read. */
export function UnknownOtc({ what, error, onRetry }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isUnknown =
    error instanceof CallFailed && ['otc.not-found', 'otc.not-offered', 'request.invalid'].includes(error.code ?? '');
  if (!isUnknown) return <ErrorState text={failureWords(error, t)} onRetry={onRetry} />;
  const { to, label } = WAYS[what];
  return (
    <NoticePanel
      title={failureWords(error, t)}
      text={t(what === 'order' ? 'otc.unknownOrder' : 'otc.unknownAdvert')}
      action={{ label: t(label), onClick: () => void navigate(to, { replace: true }) }}
    />
  );
}
