import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { ErrorState } from '../../../ui/error-state';
import { NoticePanel } from '../../../ui/notice-panel';

const UNKNOWN = ['subscription.not-offered', 'subscription.not-found', 'request.invalid'];

/** There is no such offer or order, or nobody knows. */
export function Failure({ error, onRetry, of }: { error: Error; onRetry: () => void; of: 'offer' | 'order' }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isUnknown = error instanceof CallFailed && UNKNOWN.includes(error.code ?? '');
  if (!isUnknown) return <ErrorState text={failureWords(error, t)} onRetry={onRetry} />;
  const [to, label] = of === 'offer' ? ['index', t('subscription.all')] : ['orders', t('subscription.mine')];
  return (
    <NoticePanel
      title={t(of === 'offer' ? 'subscription.unknownOffer' : 'subscription.unknownOrder')}
      text={t('subscription.unknownText')}
      action={{ label, onClick: () => void navigate(`/pages/subscription/${to}`, { replace: true }) }}
    />
  );
}
