import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { ErrorState } from '../../../ui/error-state';
import { NoticePanel } from '../../../ui/notice-panel';

/** What stands where a sale or an application could not be read. */
export function UnknownSale({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isUnknown = error instanceof CallFailed && ['ieo.not-found', 'request.invalid'].includes(error.code ?? '');
  if (!isUnknown) return <ErrorState text={failureWords(error, t)} onRetry={onRetry} />;
  return (
    <NoticePanel
      title={t('ieo.unknown')}
      text={t('ieo.unknownText')}
      action={{ label: t('ieo.see'), onClick: () => void navigate('/pages/ieo/index', { replace: true }) }}
    />
  );
}
