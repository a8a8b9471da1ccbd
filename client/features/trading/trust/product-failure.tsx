import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { ErrorState } from '../../../ui/error-state';
import { NoticePanel } from '../../../ui/notice-panel';

/** There is no such product, or nobody knows. */
export function ProductFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isUnknown = error instanceof CallFailed && ['trust.not-offered', 'request.invalid'].includes(error.code ?? '');
  if (!isUnknown) return <ErrorState text={failureWords(error, t)} onRetry={onRetry} />;
  return (
    <NoticePanel
      title={t('trust.unknown')}
      text={t('trust.unknownText')}
      action={{ label: t('trust.allProducts'), onClick: () => void navigate('/pages/trust/index', { replace: true }) }}
    />
  );
}
